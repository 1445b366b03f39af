// What the parts that show evidence numbers have in common. Words from outside become text nodes, never markup.

const kgMounted = new WeakMap();
const kgWhole = new Intl.NumberFormat("en-GB");
let kgCards = 0;

function kgElement(tag, looks, ...children) {
  const element = document.createElement(tag);
  if (looks) element.className = looks;
  element.append(...children);
  return element;
}

function kgButton(looks, words, act) {
  const button = kgElement("button", looks, words);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}

// A name in a direction of its own, so that it does not turn its neighbours around.
function kgName(text, looks) {
  return kgElement("bdi", looks, text);
}

// An identifier with its web address where it has one.
function kgLink(curie, address) {
  const safe = typeof address === "string" && address.startsWith("https://");
  const element = kgElement(safe ? "a" : "span", "kg-curie", curie);
  element.dir = "ltr";
  if (safe) {
    element.href = address;
    element.target = "_blank";
    element.rel = "noopener noreferrer";
  }
  return element;
}

// Draws once for each data: Streamlit calls again when only the theme has changed, and ends only what it unmounts.
function kgMount({ parentElement, data }, draw) {
  const before = kgMounted.get(parentElement);
  if (before && before.data === data) return before.end;
  if (before) before.end();
  const ends = [];
  const root = draw(data, ends);
  parentElement.append(root);
  const end = () => {
    for (const one of ends) one();
    root.remove();
    kgMounted.delete(parentElement);
  };
  kgMounted.set(parentElement, { data, end });
  return end;
}

function kgSelected(data) {
  return window.kgqaSelected?.[data.answer] ?? data.first;
}

function kgSelect(answer, number, from) {
  window.kgqaSelected = window.kgqaSelected || {};
  window.kgqaSelected[answer] = number;
  document.dispatchEvent(new CustomEvent("kgqa:select", { detail: { answer, number, from } }));
}

function kgOnSelect(answer, ends, show) {
  const hear = (event) => {
    if (event.detail?.answer === answer) show(event.detail.number, event.detail.from);
  };
  document.addEventListener("kgqa:select", hear);
  ends.push(() => document.removeEventListener("kgqa:select", hear));
}

// The number of a record as it is read everywhere; what was cut has none.
function kgNumbered(row) {
  return row.number > 0 ? kgWhole.format(row.number) : "cut";
}

function kgNamed(row) {
  return row.number > 0 ? `Evidence ${kgNumbered(row)}` : "Cut fact";
}

function kgFact(row) {
  return `${row.subject.name} ${row.phrase} ${row.object.name}${row.frequency ? `, ${row.frequency}` : ""}`;
}

// The number of a record as a button that chooses it.
function kgChip(row, answer, card, aside) {
  const chip = kgButton("kg-chip", kgWhole.format(row.number), () => kgSelect(answer, row.number, "chip"));
  chip.classList.toggle("kg-dashed", Boolean(aside || row.against));
  chip.dataset.number = row.number;
  chip.setAttribute("aria-label", `Evidence ${kgWhole.format(row.number)}: ${kgFact(row)}`);
  chip.setAttribute("aria-pressed", "false");
  card.attach(chip, () => kgCardLines(row));
  return chip;
}

function kgPress(root, number) {
  for (const chip of root.querySelectorAll(".kg-chip")) {
    chip.setAttribute("aria-pressed", String(Number(chip.dataset.number) === number));
  }
}

// One card that says what a chip stands for: beside the chip under the pointer or with the focus, within its root.
function kgCard(root, ends) {
  const card = kgElement("div", "kg-card");
  card.id = `kg-card-${++kgCards}`;
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  let holder = null;
  let waiting = 0;

  const hide = () => {
    clearTimeout(waiting);
    card.hidden = true;
    holder?.removeAttribute("aria-describedby");
    holder = null;
  };
  const hideSoon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(hide, 150);
  };
  const show = (chip, lines) => {
    hide();
    holder = chip;
    chip.setAttribute("aria-describedby", card.id);
    card.replaceChildren(...lines());
    card.hidden = false;
    const [around, at] = [root.getBoundingClientRect(), chip.getBoundingClientRect()];
    const middle = at.left - around.left + at.width / 2 - card.offsetWidth / 2;
    card.style.left = `${Math.max(0, Math.min(middle, around.width - card.offsetWidth))}px`;
    const above = at.top - card.offsetHeight - 6;
    card.style.top = `${(above > 64 ? above : at.bottom + 6) - around.top}px`;
  };
  const escape = (event) => {
    if (event.key === "Escape") hide();
  };
  document.addEventListener("keydown", escape);
  ends.push(() => (clearTimeout(waiting), document.removeEventListener("keydown", escape)));
  card.addEventListener("pointerenter", () => clearTimeout(waiting));
  card.addEventListener("pointerleave", hideSoon);
  root.append(card);

  return {
    hide,
    // Has a button show what ``lines`` gives.
    attach(chip, lines) {
      chip.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") show(chip, lines);
      });
      chip.addEventListener("pointerleave", hideSoon);
      chip.addEventListener("focus", () => {
        if (chip.matches(":focus-visible")) show(chip, lines);
      });
      chip.addEventListener("blur", hide);
      chip.addEventListener("kgqa:show", () => show(chip, lines));
    },
  };
}

function kgCardLines(row) {
  const line = (words) => kgElement("div", "kg-card-line", words);
  const cited = row.references ?? [];
  const more = cited.length > 3 ? ` and ${kgWhole.format(cited.length - 3)} more` : "";
  return [
    kgElement("div", "kg-card-fact", kgName(row.subject.name), ` → ${row.phrase} → `, kgName(row.object.name)),
    ...(row.frequency ? [line(`Frequency ${row.frequency}`)] : []),
    ...(row.tier || row.source ? [line([row.tier, row.source].filter(Boolean).join(" · "))] : []),
    ...(cited.length ? [line(cited.slice(0, 3).join(", ") + more)] : []),
  ];
}
