"""Words of headings that sort what stands below them: parts of a body, ways to look at it, how much they matter."""

from __future__ import annotations

HEADING_WORDS = frozenset(
    """
    answer answers result results response reply text value values name names list summary key major minor
    additional further found overview details item items no number frequency source sources reference references
    here below above skeletal ocular eye cardiovascular cardiac vascular heart neurological neurologic craniofacial
    facial skin dermatological pulmonary respiratory lung gastrointestinal renal genitourinary endocrine
    musculoskeletal muscular haematological hematological immunological metabolic psychiatric behavioural
    behavioral growth dental oral hepatic system systemic liver brain nervous blood kidney kidneys bones joints
    muscles eyes ears head neck chest abdomen limbs hands feet lungs skull spine trunk pelvis thorax extremities
    fingers toes nails hair teeth mouth nose throat arms legs hips knees ankles wrists shoulders elbows joint bone
    muscle nerve nerves vessels bowel stomach gut intestine spleen pancreas thyroid bladder genitalia airways
    airway larynx trachea oesophagus esophagus vision hearing speech language sleep gait movement motor sensory
    cognition cognitive behaviour behavior mood feeding breathing development developmental neurodevelopmental
    neurology cardiology ophthalmology radiology radiographic imaging labs laboratory biochemical biochemistry
    haematology hematology dermatology orthopaedic orthopedic musculature physique build stature ear hand foot limb
    face facies tumours tumors cancer malignancies general digestive gi cns ent abdominal thoracic ophthalmic
    auditory mucocutaneous urogenital reproductive lymphatic mental psychological structural physical frequencies
    core also plus other others typical classic common frequent occasional rare uncommon cardinal sometimes often
    usually occasionally rarely and or of the skeleton tendons ligaments vasculature
    """.split()  # noqa: SIM905
)
"""Words of headings that sort what stands below them and deny nothing of it."""
