// An answer in sentences: a headline, paragraphs, chips behind the names that evidence supports, and marks behind what a
// language model claims without it.

const KG_SIGNS = { supported: "✓", contradicted: "✕", not_recorded: "–" };

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-sentence");
    const card = kgCard(root, ends);
    const rows = new Map(data.rows.map((row) => [row.number, row]));
    const headline = kgElement("div", "kg-headline", ...kgRuns(data, data.headline, rows, card));
    headline.setAttribute("role", "heading");
    headline.setAttribute("aria-level", "2");
    const paragraphs = data.paragraphs.map((parts) => kgElement("p", "", ...kgRuns(data, parts, rows, card)));
    root.prepend(...(data.headline.length ? [headline] : []), ...paragraphs, ...kgWritten(data, rows, card));
    const show = (number) => kgPress(root, number);
    kgOnSelect(data.answer, ends, show);
    show(kgSelected(data));
    return root;
  });
}

// What a language model wrote, under its name, or a text that was pasted; it may run from right to left.
function kgWritten(data, rows, card) {
  if (!data.written.length) return [];
  const lines = data.written.map((parts) => kgElement("p", "", ...kgClaimed(data, parts, rows, card)));
  for (const line of lines) line.dir = "auto";
  if (!data.writer) return lines;
  const name = kgElement("p", "kg-writer", "Written by the language model ", kgElement("bdi", "kg-strong", data.writer));
  return [kgElement("div", "kg-written", name, ...lines)];
}

// The parts of a paragraph as elements, those of one claim in one element with its mark at the end.
function kgClaimed(data, parts, rows, card) {
  const elements = [];
  for (let from = 0, to = 0; from < parts.length; from = to) {
    while (to < parts.length && parts[to].claim === parts[from].claim) to++;
    const runs = kgRuns(data, parts.slice(from, to), rows, card);
    const claim = data.claims[parts[from].claim];
    elements.push(...(claim ? [kgClaim(claim, runs, parts.slice(from, to), card)] : runs));
    if (claim?.second?.told && parts[to]?.claim !== parts[from].claim) elements.push(...kgSecond(claim.second, data, rows, card));
  }
  return elements;
}

// A supported claim has its numbers; one that a record contradicts or none says, or one without a number, has a button
// that says so. One that was not checked has no sign: it is underlined, and says why under the pointer.
function kgClaim(claim, runs, parts, card) {
  const words = kgElement("span", "kg-said", ...runs);
  const element = kgElement("span", `kg-claim kg-${claim.verdict}`, words);
  const reworded = claim.written ? [kgReworded(claim.written, card)] : [];
  if (!claim.loud && parts.some((part) => part.numbers.length)) {
    element.append(...reworded);
    return element;
  }
  const sentence = claim.words[0].toUpperCase() + claim.words.slice(1);
  const reason = claim.reason ? [kgElement("div", "kg-card-line", kgName(claim.reason))] : [];
  const second = claim.second ? [kgElement("div", "kg-card-line", kgName(`◇ ${claim.second.words}`))] : [];
  const lines = () => [kgElement("div", "kg-card-fact", sentence), ...reason, ...second];
  const sign = KG_SIGNS[claim.verdict];
  if (!sign) {
    card.attach(words, lines);
    element.append(kgElement("span", "kg-unseen", ` (${claim.words}) `), ...reworded);
    return element;
  }
  const mark = kgButton("kg-mark", sign, () => mark.dispatchEvent(new CustomEvent("kgqa:show")));
  const text = parts.map((part) => part.text).join("").trim();
  mark.setAttribute("aria-label", `${sentence}: “${text}”${claim.reason ? `. ${claim.reason}` : ""}`);
  card.attach(mark, lines);
  element.append(kgElement("span", "kg-together", "\u2060", mark), ...reworded);
  return element;
}

// That our wording stands in place of the model's own sentence, which is shown with it.
function kgReworded(written, card) {
  const note = kgButton("kg-reworded", "reworded", () => note.dispatchEvent(new CustomEvent("kgqa:show")));
  note.setAttribute("aria-label", `Reworded. The model wrote: “${written}”`);
  const why = "The model's own sentence said more or other than its record:";
  card.attach(note, () => [kgElement("div", "kg-card-line", why), kgElement("div", "kg-card-fact", kgName(`“${written}”`))]);
  return note;
}

// What a second language model says of the claim before it, in words and with the numbers that it rests on.
function kgSecond(second, data, rows, card) {
  const chips = second.numbers.map((number) => kgElement("span", "kg-together", kgChip(rows.get(number), data.answer, card)));
  return [" ", kgElement("span", "kg-second", `◇ ${second.words}`), " ", ...chips];
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
