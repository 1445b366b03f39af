// An answer in sentences: a headline, paragraphs, and chips behind the names that evidence supports.

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-sentence");
    const card = kgCard(root, ends);
    const rows = new Map(data.rows.map((row) => [row.number, row]));
    const headline = kgElement("div", "kg-headline", ...kgRuns(data, data.headline, rows, card));
    headline.setAttribute("role", "heading");
    headline.setAttribute("aria-level", "2");
    const paragraphs = data.paragraphs.map((parts) => kgElement("p", "", ...kgRuns(data, parts, rows, card)));
    root.prepend(headline, ...paragraphs);
    const show = (number) => kgPress(root, number);
    kgOnSelect(data.answer, ends, show);
    show(kgSelected(data));
    return root;
  });
}

// The parts as elements. A name keeps its first chip on its line, and the last chip the mark that follows it.
function kgRuns(data, parts, rows, card) {
  const runs = [];
  let end = null;
  for (const part of parts) {
    const [, mark, text] = end ? /^([.,;:!?)\]]*)(.*)$/s.exec(part.text) : ["", "", part.text];
    end?.append(mark);
    end = null;
    if (!part.numbers.length) {
      runs.push(text);
      continue;
    }
    const [space, name] = [/^\s*/.exec(text)[0], text.trim()];
    const chips = part.numbers.map((number) => kgChip(rows.get(number), data.answer, card, part.aside));
    end = kgElement("span", "kg-together", kgName(name, part.aside ? "kg-aside" : ""), chips[0]);
    runs.push(space, end);
    for (const chip of chips.slice(1)) {
      end = kgElement("span", "kg-together", chip);
      runs.push(end);
    }
  }
  return runs;
}
