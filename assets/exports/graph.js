"use strict";
// Draws the data of the page on a canvas. Names reach the page as text content only.
const COLOURS = {
  light: {
    ink: "#17212B", paper: "#FFFFFF", line: "#8895A1", chosen: "#C2185B",
    disease: "#0B6580", phenotype: "#B25E09", gene: "#6B4FA0", inheritance: "#135C38", muted: "#4A5763",
  },
  dark: {
    ink: "#E4EAF0", paper: "#11171D", line: "#5B6874", chosen: "#FFD166",
    disease: "#6CC3DB", phenotype: "#E59A4C", gene: "#B49AE6", inheritance: "#84D7AB", muted: "#B1BDC8",
  },
};
const FACE = "Inter, 'Segoe UI', system-ui, 'Noto Sans', sans-serif";
const MARGIN = 60;
const LOWEST = 320;
const data = JSON.parse(document.getElementById("data").textContent);
const box = document.getElementById("drawing");
const dark = matchMedia("(prefers-color-scheme: dark)");
const nodes = new vis.DataSet();
const edges = new vis.DataSet();

function node(one, colours) {
  const { tone, dashed, about, ...shown } = one;
  const colour = dashed ? colours.line : colours[tone];
  const background = one.shape === "box" ? colours.paper : colour;
  const highlight = { background, border: colours.chosen };
  return {
    ...shown,
    color: { background, border: colour, highlight, hover: { background, border: colours.ink } },
    borderWidth: 1.5,
    borderWidthSelected: 3.5,
    margin: { top: 4, bottom: 4, left: 5, right: 5 },
    font: { color: colours.ink, size: 12, face: FACE, multi: false, strokeWidth: 3, strokeColor: colours.paper },
  };
}

function edge(one, colours) {
  const { about, numbers, ...shown } = one;
  return {
    ...shown,
    color: { color: colours.line, highlight: colours.chosen, hover: colours.ink },
    selectionWidth: 2.5,
    arrows: { to: { enabled: true, scaleFactor: 0.5 } },
    font: { color: colours.ink, size: 11.5, face: FACE, strokeWidth: 4, strokeColor: colours.paper, align: "horizontal" },
  };
}

// The library fits shapes into its frame, not the words under them.
function corners() {
  const xs = data.nodes.map((one) => one.x);
  const ys = data.nodes.map((one) => one.y);
  const bare = { shape: "dot", size: 1, color: "rgba(0,0,0,0)", label: "", chosen: false, physics: false };
  return [
    { id: "corner 1", x: Math.min(...xs) - MARGIN, y: Math.min(...ys) - MARGIN / 3, ...bare },
    { id: "corner 2", x: Math.max(...xs) + MARGIN, y: Math.max(...ys) + MARGIN / 2, ...bare },
  ];
}

function paint() {
  const colours = dark.matches ? COLOURS.dark : COLOURS.light;
  nodes.update(data.nodes.map((one) => node(one, colours)));
  edges.update(data.edges.map((one) => edge(one, colours)));
}

function choose(chosen) {
  const about = document.getElementById("chosen");
  const found = data.edges.find((one) => one.id === chosen.edges[0]) || {};
  const thing = data.nodes.find((one) => one.id === chosen.nodes[0]);
  about.textContent = thing ? thing.about : found.about || "Choose a thing or an arrow to see what it is.";
  const numbers = thing ? [] : found.numbers || [];
  document.querySelectorAll("ol > li").forEach((line) => line.classList.toggle("chosen", numbers.includes(line.value)));
}

if (data.nodes.length) {
  const highest = Math.min(0.8 * window.innerHeight, 1.2 * box.clientWidth);
  box.style.height = `${Math.min(Number(box.dataset.height), Math.max(highest, LOWEST))}px`;
  paint();
  nodes.add(corners());
  const network = new vis.Network(box, { nodes, edges }, data.options);
  network.on("click", choose);
  dark.addEventListener("change", paint);
  document.getElementById("fit").onclick = () => network.fit({ animation: false });
  document.getElementById("nearer").onclick = () => network.moveTo({ scale: network.getScale() * 1.25 });
  document.getElementById("farther").onclick = () => network.moveTo({ scale: network.getScale() / 1.25 });
  window.addEventListener("beforeprint", () => network.fit({ animation: false }));
}
