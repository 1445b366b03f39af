// The parts of the card around the drawing, made of elements whose texts are texts.
const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M5.5 5.5h5v5h-5z",
  wide: "M9.5 2H14v4.5M14 2 9 7M6.5 14H2V9.5M2 14l5-5",
  save: "M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
};
const MOST_CHOICES = 12, MOST_FACTS = 60;
const WANTED = [["explore", "Explore this"], ["grow", "Grow from here"], ["use", "Use in a new question"]];
const COLOURS = [
  "ink", "muted", "paper", "soft", "tint", "line", "accent", "selection", "disease", "phenotype", "gene", "inheritance",
];

function made(tag, name, words, attributes = {}) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (words != null) element.textContent = words;
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

// A name in its own direction of writing.
const named = (text) => made("bdi", "", oneLine(text));

function button(name, words, whenPressed, icon) {
  const element = made("button", name, null, { type: "button" });
  if (icon) element.append(sketch(ICONS[icon], "kg-icon"));
  element.append(made("span", "", words));
  element.addEventListener("click", whenPressed);
  return element;
}

// An outline of 16 units in a square, not told to screen readers: words stand beside it.
function sketch(outline, looks) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("width", "15");
  svg.setAttribute("height", "15");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", outline);
  path.setAttribute("class", looks);
  svg.append(path);
  return svg;
}

// The mark of a kind as it is in the drawing.
function mark([shape, tone]) {
  const box = shape === "box";
  return sketch(box ? "M1.5 4h13v8h-13z" : outlineOf(shape), `kg-tone-${tone}${box ? " kg-tone-open" : ""}`);
}

function outlineOf(shape) {
  const corners = CORNERS[shape] ?? 24, first = shape === "square" ? Math.PI / 4 : 0;
  const points = Array.from({ length: corners }, (_, corner) => {
    const turn = first + (2 * Math.PI * corner) / corners;
    return `${(8 + 7 * Math.sin(turn)).toFixed(1)} ${(8 - 7 * Math.cos(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
}

// Elements whose colours are those of the theme; `changed` is called when the theme is another one.
function palette(root, changed) {
  const samples = made("div", "kg-samples", null, { "aria-hidden": "true" });
  for (const name of COLOURS) samples.append(made("i", `kg-sample-${name}`));
  samples.addEventListener("transitionend", changed);
  root.append(samples);
  const colour = (place) => getComputedStyle(samples.children[place]).color;
  return () => Object.fromEntries(COLOURS.map((name, place) => [name, colour(place)]));
}

// The databases that tell of an arrow, once for each of its numbers where it has some.
const toldBy = (arrow) => (arrow.toldBy.length ? arrow.toldBy : arrow.sources);

// The names in a list, the most frequent first.
function frequent(names) {
  const counts = new Map();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one));
}

// Kinds and databases: a mark or word for each, to be pressed where there is a choice.
function filters(data, look, changed, hidden = { kinds: new Set(), sources: new Set() }) {
  const row = made("div", "kg-filters");
  const kinds = frequent(data.dots.filter((dot) => dot.role !== "group").map((dot) => dot.kind));
  const sources = frequent(data.arrows.flatMap(toldBy));
  const marked = (name) => [mark(look(name)), named(data.kinds?.[name] ?? name)], bare = (name) => [named(name)];
  if (kinds.length) row.append(choices("Types", kinds, hidden.kinds, marked, changed));
  if (sources.length > 1) row.append(choices("Sources", sources, hidden.sources, bare, changed));
  return { row, hidden };
}

function choices(words, names, off, parts, changed) {
  const box = made("div", "kg-filter", null, { role: "group", "aria-label": words });
  box.append(made("span", "kg-filter-name", words));
  for (const name of names.slice(0, MOST_CHOICES)) {
    const chip = names.length > 1 ? made("button", "kg-toggle", null, { type: "button" }) : made("span", "kg-legend");
    chip.append(...parts(name));
    box.append(chip);
    if (names.length === 1) continue;
    chip.setAttribute("aria-pressed", String(!off.has(name)));
    chip.addEventListener("click", () => {
      if (!off.delete(name)) off.add(name);
      chip.setAttribute("aria-pressed", String(!off.has(name)));
      changed();
    });
  }
  return box;
}

// What is seen with the filter: an arrow by its sources and ends, a thing by its kind and whether it has an arrow left.
function seen(plan, hidden) {
  const kind = (dot) => dot.role === "group" || !hidden.kinds.has(dot.kind);
  const told = (arrow) => !toldBy(arrow).length || toldBy(arrow).some((name) => !hidden.sources.has(name));
  for (const arrow of plan.arrows) {
    if (!arrow.toldBy.length) continue;
    arrow.shown = arrow.numbers.filter((_, place) => !hidden.sources.has(arrow.toldBy[place]));
    if (!arrow.cut) arrow.lines = [numbersOf(arrow).join(", ")];
  }
  const arrows = new Set(plan.arrows.filter((arrow) => told(arrow) && kind(arrow.from) && kind(arrow.to)));
  const ends = new Set([...arrows].flatMap((arrow) => [arrow.from, arrow.to]));
  const joined = new Set(plan.arrows.flatMap((arrow) => [arrow.from, arrow.to]));
  const kept = (dot) => kind(dot) && (ends.has(dot) || !joined.has(dot) || dot.role === "question");
  return { arrows, dots: new Set([...plan.dots.values()].filter(kept)) };
}

// What is known of a thing: its name, its lines, its facts with their numbers, and what can be done with it.
function panelOf(card, dot) {
  const { plan, data, seen: visible } = card;
  const panel = made("div", "kg-panel", null, { role: "group", tabindex: "-1" });
  panel.setAttribute("aria-label", oneLine(dot.text));
  const head = made("div", "kg-panel-head");
  const name = made("strong");
  name.append(named(dot.text));
  head.append(name, button("kg-quiet", "Close", () => card.open(null)));
  panel.append(head);
  if (dot.about.length) panel.append(made("div", "kg-about", dot.about.map(oneLine).join(" · ")));
  const facts = plan.arrows.filter((arrow) => (arrow.from === dot || arrow.to === dot) && visible.arrows.has(arrow));
  const list = made("ul", "kg-facts");
  for (const arrow of facts.slice(0, MOST_FACTS)) {
    if (arrow.about.length) list.append(...arrow.about.map((words) => made("li", "kg-fact", oneLine(words))));
    else list.append(fact(card, arrow));
  }
  if (facts.length) panel.append(list);
  const rest = facts.length - MOST_FACTS;
  if (rest > 0) panel.append(made("div", "kg-about", `${rest} more are in the table.`));
  const wanted = WANTED.filter(([action]) => data.actions.includes(action));
  if (wanted.length && dot.role !== "group") {
    const row = made("div", "kg-actions");
    for (const [action, words] of wanted) row.append(button("kg-button", words, () => card.tell(dot, action)));
    panel.append(row);
  }
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    card.open(null);
  });
  return panel;
}

function fact(card, arrow) {
  const line = made("li", arrow.against ? "kg-fact kg-against" : "kg-fact");
  const words = [arrow.from.text, arrow.text, arrow.to.text].map(oneLine).join(" ");
  for (const number of arrow.shown) {
    const name = number > 0 ? `Evidence ${number}: ${words}` : `Cut fact: ${words}`;
    const chip = made("button", "kg-number", number > 0 ? String(number) : "cut", { type: "button", "aria-label": name });
    chip.dataset.number = number;
    chip.addEventListener("click", () => card.select(number));
    line.append(chip);
  }
  line.append(named(arrow.from.text), ` ${oneLine(arrow.text)} `, named(arrow.to.text));
  return line;
}
