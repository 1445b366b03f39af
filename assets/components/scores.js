// How near the facts about each thing are to the question, as bars, and where they are cut.

const KG_SVG = "http://www.w3.org/2000/svg";
const KG_TALL = 64, KG_BASE = 16, KG_HEAD = 14;

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-scores");
    const charts = data.things.map((thing) => kgThing(thing, data));
    root.append(...charts.map((chart) => chart.element), kgKey(data));
    const fit = new ResizeObserver(() => charts.forEach((chart) => chart.draw(chart.place.clientWidth)));
    charts.forEach((chart) => fit.observe(chart.place));
    ends.push(() => fit.disconnect());
    return root;
  });
}

function kgThing(thing, data) {
  const place = kgElement("div", "kg-scores-place");
  const name = kgElement("div", "kg-scores-name", kgName(thing.about, "kg-strong"), ` ${thing.words}`);
  const element = kgElement("figure", "kg-scores-thing", name, place);
  let drawn = 0;
  const draw = (width) => {
    if (!width || width === drawn) return;
    drawn = width;
    place.replaceChildren(kgBars(thing, data, width));
  };
  return { element, place, draw };
}

function kgShape(tag, looks, attributes, words) {
  const element = document.createElementNS(KG_SVG, tag);
  element.setAttribute("class", looks);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (words !== undefined) element.textContent = words;
  return element;
}

// Heights are square roots of counts: a bar of three facts beside one of three hundred is still seen.
function kgBars(thing, { low, high }, width) {
  const svg = kgShape("svg", "kg-bars", { viewBox: `0 0 ${width} ${KG_HEAD + KG_TALL + KG_BASE}`, role: "img",
    height: KG_HEAD + KG_TALL + KG_BASE, width, "aria-label": `${thing.about} ${thing.words}` });
  const at = (score) => ((score - low) / (high - low)) * width, ground = KG_HEAD + KG_TALL;
  const most = Math.sqrt(Math.max(1, ...thing.bins.map(([kept, cut]) => kept + cut)));
  const wide = width / thing.bins.length;
  thing.bins.forEach(([kept, cut], place) => {
    const all = kept + cut;
    if (!all) return;
    const height = Math.max(3, (Math.sqrt(all) / most) * KG_TALL), mine = kept ? Math.max(2, (height * kept) / all) : 0;
    const box = { x: (place * wide + 0.5).toFixed(1), width: Math.max(1, wide - 1).toFixed(1) };
    if (cut) svg.append(kgShape("rect", "kg-bar-cut", { ...box, y: ground - height, height: height - mine }));
    if (kept) svg.append(kgShape("rect", "kg-bar-kept", { ...box, y: ground - mine, height: mine }));
  });
  svg.append(kgShape("line", "kg-axis", { x1: 0, x2: width, y1: ground, y2: ground }));
  for (const line of thing.lines) {
    const x = Math.min(width - 1, Math.max(1, at(line.at))).toFixed(1);
    svg.append(kgShape("line", `kg-line kg-line-${line.kind}`, { x1: x, x2: x, y1: KG_HEAD - 6, y2: ground }));
  }
  const step = high - low > 0.8 ? 0.2 : 0.1;
  for (let score = Math.ceil(low / step) * step; score <= high + 1e-9; score += step) {
    const x = at(score), anchor = x < 14 ? "start" : x > width - 14 ? "end" : "middle";
    svg.append(kgShape("text", "kg-tick", { x: x.toFixed(1), y: ground + 12, "text-anchor": anchor }, score.toFixed(1)));
  }
  return svg;
}

function kgKey(data) {
  const entry = (looks, words) => kgElement("span", "kg-key-entry", kgElement("i", looks), words);
  return kgElement("figcaption", "kg-scores-key", ...data.key.map(([looks, words]) => entry(`kg-key-${looks}`, words)));
}
