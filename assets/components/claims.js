// What an answer claims, a row each: the words, what the graph says of them, the numbers of the evidence, and why.

const KG_LOOKS = {
  supported: ["✓ ", "green"], contradicted: ["✕ ", "red"], not_recorded: ["– ", "gray"], not_checked: ["", "unread"],
};

export default function (component) {
  return kgMount(component, (data, ends) => {
    const root = kgElement("div", "kg-linked kg-claims");
    const card = kgCard(root, ends);
    const rows = new Map(data.rows.map((row) => [row.number, row]));
    const chips = (numbers) => numbers.map((number) => kgElement("span", "kg-together", kgChip(rows.get(number), data.answer, card)));
    const list = kgElement("ol", "", ...data.claims.map((claim) => kgClaimRow(claim, chips)));
    list.setAttribute("aria-label", data.name);
    root.prepend(list);
    for (const note of data.notes) {
      list.after(kgElement("p", "kg-claims-note", kgElement("bdi", "", note.text), ...chips(note.numbers)));
    }
    const show = (number) => kgPress(root, number);
    kgOnSelect(data.answer, ends, show);
    show(kgSelected(data));
    return root;
  });
}

function kgClaimRow(claim, chips) {
  const [sign, colour] = KG_LOOKS[claim.verdict];
  const text = kgElement("span", `kg-claim-text kg-is-${claim.verdict}`, claim.text);
  text.dir = "auto";
  const badge = kgElement("span", `kg-badge kg-badge-${colour}`, `${sign}${claim.words}`);
  const reason = claim.reason ? [kgElement("div", "kg-claim-reason", claim.reason)] : [];
  // Our wording in place of the model's own sentence, which is told under it.
  const own = claim.reworded ? [kgElement("div", "kg-claim-reason", kgName(claim.reworded))] : [];
  const rows = [...reason, ...own, ...kgSecondRow(claim.second, chips)];
  return kgElement("li", "", text, " ", badge, " ", ...chips(claim.numbers), ...rows);
}

// What a second language model says, on a line of its own, so that it is never taken for the verdict.
function kgSecondRow(second, chips) {
  if (!second) return [];
  const badge = kgElement("span", "kg-second", `◇ ${second.words}`);
  const reason = second.reason ? [kgElement("div", "kg-claim-reason", second.reason)] : [];
  return [kgElement("div", "kg-second-row", badge, " ", ...chips(second.numbers), ...reason)];
}
