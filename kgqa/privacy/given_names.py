"""Given and family names that are common in many countries, without those that are words, places or months as well."""

from __future__ import annotations

from kgqa.language.normalise import word_set

GIVEN = word_set(
    """
    aaron abdul abdullah abigail adam adriana agnes agnieszka ahmad ahmed aisha alan albert alejandro alessandro alex
    alexander alexandra alexandre alfred ali alice alicia alison amanda amelia amina amy ana anastasia anders andrea
    andreas andrei andrew andrzej angela anil anita anja ann anna anne annette anthony antoine antonio anton arjun
    arthur ashley astrid barbara beatrice beatriz ben benjamin bernard bernd beth birgit bjorn bob brandon brenda brian
    bruno camille carl carla carlos carmen carol carolina caroline catherine cecilia charles chiara chloe chris
    christina christine christopher claire clara claudia colin craig cristina cynthia daniel daniela daniele danielle
    david deborah denise dennis diana diego dieter dimitri dmitri donald donna dorothy douglas eduardo edward elaine
    eleanor
    elena elisabeth eliza elizabeth ella ellen emily emma emmanuel enrique eric erik erika esther eva evelyn fatima
    fatma federico felix fernanda fernando fiona francesca francesco francisco francois frank franz frederic frida
    fritz gabriel gabriela gareth gary george georgios gerald gerard gerhard giovanni giulia giuseppe gloria gonzalo
    greta guillaume gunther hannah hans harald harold harry hassan heather heidi heinz helen helena helga henri henry
    hiroshi hugo hussein ian ibrahim ingrid irena irene isabel isabella isabelle ismail ivan jack jacob jacqueline jakub
    james jamie jan jane janet jasmine jason javier jean jeffrey jennifer jeremy jerome jessica jill joan joanna joao
    joe johan johann johanna john jonas jonathan jorge jose josef joseph joshua juan judith julia julian julie juliette
    jurgen justin karen karin karl karolina katarzyna kate katharina katherine kathleen katrin keith kelly kenneth
    kenji kevin khalid khan klaus krzysztof kurt lakshmi lars laura lauren laurent lea leila leon leonardo leslie lena
    liam lina linda lisa lorenzo louis louise lucas lucia lucy luigi luis luisa lukas luke magdalena malgorzata manuel
    marc marco marcus margaret margarita maria marie marina mario marjorie marta martha martin martina mary mateo
    matthew matthias maurice megan mehmet mei melanie melissa michael michal michel michele michelle miguel mikhail
    mohamed mohammad mohammed mohan monica monika muhammad mustafa nadia
    nancy naomi natalia natalie natasha neil nicholas
    nicola nicolas nikita nikolai nina noah nora norma olga oliver olivia omar oscar otto pablo pamela paolo patricia
    patrick paul paula paulo pawel pedro peter petra philip philippe pierre piotr priya rachel rafael rahul rajesh ralf
    ramon ravi raymond rebecca renate ricardo richard rita robert roberto roger roland ronald rosa rosemary roy ruth
    ryan sabine sally samantha samuel sandra sanjay sara sarah scott sean sebastian sergei sergio sharon sheila shirley
    silvia simon simone sofia sonia sophia sophie stefan stefano stella stephanie stephen steven stuart susan susanne
    suzanne svetlana sylvia takashi tamara tanya tatiana teresa theodore theresa thomas tim timothy tom tomas tomasz
    tony tracy ulrich ursula valentina valerie vanessa vera veronica vijay vincent vladimir walter wanda wei werner
    wilhelm william wolfgang xavier yasmin yolanda yuki yusuf yvonne zainab zoe
    """
)

FAMILY = word_set(
    """
    adams ahmed allen anderson bailey baker becker bennett brown campbell carter chen clark collins cooper cox davies
    davis diaz dupont edwards evans fernandez fischer garcia gonzalez green griffiths gupta hall harris hernandez hill
    hoffmann hughes jackson james johnson jones kelly khan kowalski kumar lee lewis li lopez martin martinez miller
    mitchell moore morgan morris mueller murphy murray nguyen obrien o'brien parker patel perez peterson phillips
    popescu roberts robinson rodriguez rossi sanchez schmidt schneider scott sharma shaw silva singh smith stewart
    suzuki tanaka taylor thomas thompson torres tremblay turner walker wang ward watson weber white williams wilson wood
    wright yamamoto young zhang
    """
)
