// The keyboard on every page: "/" goes to the box, and after something was asked its answer's headline has the focus.
const KG_BOXES = ".st-key-question_box input, .st-key-compare_box input, .st-key-look_up input";
const KG_ANSWERED = "[class*='st-key-card_']:not(.st-key-card_running):not(.st-key-card_opening)";
const KG_LOOK_MS = 150, KG_REDRAWN_MS = 2_500, KG_LONGEST_MS = 120_000;

export default function () {
  if (window.kgqaKeys) return;
  window.kgqaKeys = true;
  let asking = 0;

  const types = (one) => one.isContentEditable || one.matches("input, textarea, select, [role='application'], [role='textbox']");
  const box = () => document.querySelector(KG_BOXES);
  // Every asking has a card of its own; its class tells it from all others.
  const card = () => [...document.querySelectorAll(KG_ANSWERED)].find((one) => /st-key-card_\w+_[0-9a-f]{32}\b/.test(one.className));

  // The headline of what comes, unless the reader went on to something else meanwhile; a card may be drawn anew at first.
  function awaitAnswer(from) {
    clearInterval(asking);
    const before = card()?.className, words = box()?.value;
    let until = Date.now() + KG_LONGEST_MS, had = null;
    asking = setInterval(() => {
      const active = document.activeElement;
      const unmoved = active === box() ? active.value === words : active === from; // who types on keeps the focus
      const waits = !active || active === document.body || (had ? active === had : unmoved);
      if (Date.now() > until || !waits) return clearInterval(asking);
      const found = card(), headline = found?.querySelector(".kg-headline, h2");
      if (!headline || found.className === before || headline === active) return;
      if (!had) until = Date.now() + KG_REDRAWN_MS;
      had = headline;
      headline.tabIndex = -1;
      headline.focus({ preventScroll: true });
    }, KG_LOOK_MS);
  }

  const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
  const onKey = (event) => {
    if (event.key === "Enter" && isPlain(event) && event.target === box()) awaitAnswer(event.target);
    if (event.key !== "/" || !isPlain(event) || types(event.target) || !box()) return;
    event.preventDefault();
    box().focus();
    box().select();
  };
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".stButton button, .stFormSubmitButton button");
    if (button?.closest(".stMain") && box()) awaitAnswer(button);
  });
}
