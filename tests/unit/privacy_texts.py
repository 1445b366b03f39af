"""Questions with and without something that identifies a patient: what is to be found stands between ``{`` and ``}``.

Made up; no person in them exists. A text with braces of its own is not among them.
"""

from __future__ import annotations

IDENTIFYING = """
{54-year-old}, {MRN 00417733}: which diseases show both arachnodactyly and ectopia lentis?
My patient {John Smith}, {DOB 12/03/1962}, has arachnodactyly. Which diseases show it?
{Mr Smith} has ectopia lentis. Which diseases show it?
{Mrs O'Brien} in {bed 12} has hyperkalaemia; which diseases cause it?
Which genes cause Marfan syndrome in a {54-year-old} man with HP:0001166?
Does {Maria Garcia} have Marfan syndrome?
A {5-year-old} girl with seizures, call {020 7946 0958} for details
patient named {Siobhan Kavanagh}, lives at {12 High Street}, with ataxia
Which diseases fit {Frau Müller}, {geboren am 3.4.1950}, with Ataxie?
Le patient {Dupont}, {né le 12/03/1962}, présente une ataxie
Paciente {Juan Pérez}, {54 años}, con arachnodactilia
Il paziente {Rossi}, {nato il 12.03.1962}, ha ectopia lentis
患者{王伟}，男，{45岁}，有癫痫
Please look up {MRN: 4471923} for ectopia lentis
Hospital number {Hospital No. 883-221-7} with anosmia and deafness
{NHS number 943 476 5919}: which genes cause deafness?
{943 476 5919} has long QT; which genes?
{SSN 219-09-9999}, seizures and ataxia
The number {219-09-9998} is hers; seizures
Email {jane.doe@nhs.net} if Alport syndrome is likely
Her mobile is {07700 900123}; she has retinitis pigmentosa
Phone {+44 20 7946 0958}, ectopia lentis since childhood
Call {(212) 555-0143} about the boy with Duchenne
{212-555-0143} left a message about hypotonia
Admitted on {12/03/2021} with fever and rash
Seen on {March 5, 2022} for ataxia; which diseases?
{12 March 1962} is her birthday and she has ataxia
{1962-03-12}, female, ectopia lentis, what fits?
Boy {born on 4 July 2015} with Angelman-like gait
{born 1987}, tall stature, lens dislocation
{Date of birth: 01.02.1983}, hyperelastic skin
She is {aged 43} and has aortic root aneurysm
{67 yo} man with Parkinson's and anosmia
{54F} with ectopia lentis, which diseases?
{72 M}, presenting with ataxia
A {3-month-old} with hypotonia
A {9 week old} infant with seizures
{age 61}, tremor and ataxia: which diseases?
Patient in {ward 4B} has hyponatraemia
{Room 312}: deafness and retinitis
He lives at {221B Baker Street} and has a rash
{10 Downing Street, London}: deafness
Home address {742 Evergreen Terrace}, seizures
{Hauptstraße 12}, Ataxie und Taubheit
{12 rue de la Paix}, ataxie
{Calle Mayor 3}, ataxia
Postcode {SW1A 1AA}, deafness and goitre
Springfield, {IL 62704}, ataxia and tremor
{P.O. Box 1234}, seizures
{Dr. Weber} asks about Alport syndrome
{Professor Katarzyna Nowak} wants genes for deafness
Referred by {Dr Chen}: which genes cause cataract?
my daughter {Emma} has seizures; which diseases?
Our patient {Oluwaseun} shows ataxia
Her name is {Ingrid Johansson} and she has cataract
{Ahmed Hassan} has long QT
{Anne-Marie Dubois} has myotonia
{Jean-Pierre Martin} with deafness
{SMITH, John}: ectopia lentis
Has {John Smith} Marfan syndrome?
has {john smith} marfan syndrome?
Has {Anna Nowak} Ehlers-Danlos syndrome?
Has {Peter Jones} type 2 diabetes?
Has {Peter Jones} hereditary angioedema?
Has {Mr Brown} Marfan syndrome?
Has {Ayodele Obi} Marfan syndrome?
Is {John Smith}'s Marfan syndrome inherited?
Name: {Kowalska}, deafness and goitre
{john smith} has chest pain and tall stature
{mr patel} is {65 years old} with ataxia
{mr patel} has ataxia and tremor
{Adeyemi Okonkwo}, {54-year-old}, with ataxia
{Nkechi Obi}, {DOB 03/11/1990}, seizures
{Patient ID 5523871} with deafness
{Case no. 20210345} had seizures and ataxia
{Patientennummer 7734521}: Taubheit
{numéro de dossier 556677}: surdité
{historia clínica 8812345}: sordera
{Medicare number 1EG4-TE5-MK73}, ataxia
{passport no. 533380006}, deafness
{DNI 12345678Z}, ataxia
{12345678Z} con ataxia
{CE 12 34 56 C} has ataxia and deafness
{AB 12 34 56 C} has ataxia and deafness
{RSSMRA85T10A562S} has deafness
{1 85 05 78 006 084 36} a une ataxie
{756.1234.5678.97} hat Ataxie
{19850510-1234} har ataxi
{+45 32 12 34 56} hringe, ataksi
{0041 44 668 18 00}, Ataxie
{030 23125 000} anrufen, Ataxie
{0612345678} rappeler, ataxie
{020 7946 0958} {54-year-old} with ataxia
{+1 (212) 555-0143} about ataxia
Her phone number is {612 34 56 78}; ataxia
{85.07.30-033.28} heeft ataxie
{131052-308T} ja ataksia
{710319/2745} s ataxií
{12.531.909-2} con ataxia
{BOXW310820HNERXN09} con ataxia
{2341 2341 2346} has ataxia
{971013-9019902}, ataxia
{1-2345-45678-78-1}, ataxia
{X2482300W} con ataxia
{010190-0011} har ataksi
{GB82 WEST 1234 5698 7654 32} pays for her ataxia treatment
{4111 1111 1111 1111}, charge her ataxia test
Tel: {030 1234567}, Ataxie
{01 23 45 67 89} rappeler, ataxie
My key is {sk-proj-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA}, use it please
Use password: {hunter2secret} and list the genes
Initials {J.S}., deafness and goitre
{Ms. Jones} and {Mr. Lee} both have ataxia
Пациент {Иванов} с атаксией
{Señora López} tiene sordera
{Mevrouw de Vries} heeft doofheid
{Signor Bianchi} ha la sordità
Discharged on {2021-11-05} after status epilepticus
He was diagnosed in {June 2019} with ataxia
Which diseases explain the findings of {Priya Sharma}?
{William O'Connor} has cataract
""".strip().splitlines()

INNOCENT = """
Which diseases show both arachnodactyly and ectopia lentis?
Is HP:0001166 a feature of OMIM:154700?
Which genes cause Marfan syndrome?
Does Alport syndrome cause deafness?
Which phenotypes do Marfan syndrome and Stickler syndrome share?
Which diseases are associated with TP53 and BRCA1?
What is recorded in PMID:12345678 about FBN1?
PMID 31234567 and PMID 30123456 on Loeys-Dietz syndrome
What does OMIM 154700 say about frequency?
ORPHA:558 and MONDO:0007947, are they one disease?
Which variants at chr7:117559590-117606000 matter?
rs334 and rs113993960 in HBB and CFTR
NCT01234567 studied losartan in Marfan syndrome
Does c.1521_1523delCTT cause cystic fibrosis?
Which diseases are caused by NM_000492.4 variants?
Is metformin 500 mg given for type 2 diabetes?
1000-2000 mg of valproate and spina bifida
Which diseases begin before 5 years of age?
Diseases with onset between 40 and 60 years
Which diseases affect children under 5 years old?
Is ataxia common in people over 65 years old?
Which diseases appear in 54-year-olds more than in others?
What is the 5-year survival in Duchenne muscular dystrophy?
Charcot-Marie-Tooth disease type 1A and PMP22
Which genes cause Charcot-Marie-Tooth disease?
Does Austin Flint murmur occur in aortic regurgitation?
Pierre Robin sequence and cleft palate
Louis Bar syndrome and ATM
Marcus Gunn jaw winking and ptosis
Marie Unna hereditary hypotrichosis
Has Marie Unna hereditary hypotrichosis a known gene?
Has Charcot Marie Tooth disease a treatment?
Has Ehlers Danlos a cure?
Which gene has Simpson Golabi Behmel syndrome?
Does Simpson-Golabi-Behmel syndrome show macroglossia?
Has John Cunningham virus DNA or RNA?
Does Marie Foix Alajouanine syndrome cause ataxia?
Is John Langdon Down syndrome inherited?
Has Charles Bonnet syndrome visual hallucinations?
Graham Steell murmur in pulmonary hypertension
Is Lou Gehrig disease the same as ALS?
Treacher Collins syndrome and hearing loss
Russell-Silver syndrome and short stature
Prader-Willi syndrome or Angelman syndrome?
Does Parkinson's disease cause anosmia?
Is Addison's disease a cause of hyperkalaemia?
Peutz-Jeghers, Lynch and Cowden: which genes?
Paget's disease of bone and SQSTM1
Which diseases show Kayser-Fleischer rings?
Babinski sign and Hoffmann sign in spastic paraplegia
Is the Frank-Starling law relevant to dilated cardiomyopathy?
Which patients with Marfan syndrome need losartan?
How many patients show ectopia lentis in Marfan syndrome?
MR angiography in moyamoya disease
MS patients with optic neuritis
Ms is not MS: multiple sclerosis and EBV
M. tuberculosis and interferon gamma receptor deficiency
Missense variants in FBN1
Which genes are on chromosome 21?
Which diseases show 47,XXY or 46,XY,t(9;22)(q34;q11)?
HLA-B27 and ankylosing spondylitis
What does the HPO release 2025-01-16 say about Marfan syndrome?
Annotations of version 2024-12-12 against those of 2025-01-16
Patients in the Framingham Heart Study with hypertension
World Health Organization classification of tumours
Johns Hopkins University and Marfan syndrome
Is factor VIII deficiency X-linked recessive?
Factor V Leiden and venous thrombosis
Which drugs treat Alzheimer disease?
ABCA4 and Stargardt disease in Ashkenazi people
Is vitamin B12 deficiency a cause of ataxia?
Is CA 19-9 raised in cystic fibrosis?
PAX6, WT1 and aniridia
Which diseases show frequency 45/58 or 0/32?
Loeys-Dietz syndrome 1, 2, 3 and 4
Is aortic root aneurysm seen in 78 % of 155 patients?
Which diseases show hypotonia, seizures and ataxia?
Dravet syndrome and SCN1A
Robert's syndrome and ESCO2
Carney complex and PRKAR1A
Which diseases affect the bed nucleus of the stria terminalis?
Room temperature and malignant hyperthermia
Smith-Lemli-Opitz syndrome and cholesterol
Smith-Magenis syndrome and RAI1
Wilson disease and ATP7B
Andersen-Tawil syndrome and KCNJ2
Williams syndrome and ELN
Turner syndrome and aortic dissection
Down syndrome and Alzheimer disease
Gene identifiers 2200, 7157 and 672
HP:0001166, HP:0001083 and OMIM:154700, ORPHA:558 in NCBIGene:2200
PMID:9817919, PMID:31234567; PMIDs 12345674, 30123456 and 28492532 on FBN1
rs699, rs1801133, rs113993960 and ENSG00000166147 or P35555
7:117559590-117606000, g.32315474G>A and c.1234567T>C
117,559,590 bp, 117 559 590 bp or 1 234 567 reads
CAS 657-24-9, CHEBI:6801, DB00331 and EudraCT 2004-000446-20
LOINC 2160-0 and MONDO:0007947 in 12 of 154 700 people
A p-value of 0.123456789 or 0.0123456789 for FBN1
Is 9434765919 bp the genome of a lungfish?
SNOMED CT 19346006 and ICD-10 Q87.4
UMLS C0024796 and MeSH D008382
doi 10.1056/NEJMoa2034577 on COVID-19
Which diseases in the graph have more than 1,000 annotations?
What happens via Notch signalling in Alagille syndrome?
Which drugs have 3 or more targets?
Which phenotypes of Turner syndrome are seen at birth?
Is onset at age 40 usual in Huntington disease?
Mutations described by Smith et al. in FBN1
Quelles maladies montrent une ataxie et une surdité ?
Welche Krankheiten zeigen Ataxie und Taubheit?
¿Qué enfermedades muestran ataxia y sordera?
Quali malattie mostrano atassia e sordità?
哪些疾病表现为共济失调和耳聋？
Какие болезни вызывают атаксию?
""".strip().splitlines()
