// The lines of a text before and after a change, with the changed words marked. Words become text nodes, never markup.

const kgDrawn = new WeakMap();
const kgSigns = { "-": ["del", "before: "], "+": ["ins", "after: "], " ": ["span", ""] };

export default function ({ parentElement, data }) {
  const box = document.createElement("div");
  box.className = "kg-difference";
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "What changed");
  box.tabIndex = 0;
  for (const [sign, parts] of data.lines) {
    const [tag, said] = kgSigns[sign];
    const line = document.createElement(tag);
    line.className = "kg-difference-line";
    const mark = document.createElement("span");
    mark.className = "kg-difference-sign";
    mark.textContent = `${sign} `;
    mark.setAttribute("aria-hidden", "true");
    const unseen = document.createElement("span");
    unseen.className = "kg-difference-said";
    unseen.textContent = said;
    line.append(mark, unseen);
    for (const [text, changed] of parts) {
      const part = document.createElement(changed ? "mark" : "span");
      part.textContent = text;
      line.append(part);
    }
    box.append(line);
  }
  kgDrawn.get(parentElement)?.remove();
  kgDrawn.set(parentElement, box);
  parentElement.append(box);
}
