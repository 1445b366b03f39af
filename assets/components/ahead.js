// Names of the graph while a question is being typed: a list under the question's own box, which it completes.
//
// The box belongs to Streamlit and may be drawn anew at any time, so it is found by its class whenever something
// happens in it. What stands before the caret is sent after a short rest; nothing here ever waits for the answer, and
// Enter is taken only where a name of the list has been chosen.

const KG_TYPING_REST_MS = 150;
const KG_NOT_READY_MS = 800;
const kgAheads = new WeakMap();

export default function ({ parentElement, data, setStateValue }) {
  const known = kgAheads.get(parentElement);
  if (known) {
    known.update(data, setStateValue);
    return known.end;
  }
  const made = kgAhead(parentElement, data, setStateValue);
  kgAheads.set(parentElement, made);
  return made.end;
}

function kgAhead(parent, data, setStateValue) {
  const root = document.createElement("div");
  root.className = "kg-ahead";
  const list = document.createElement("ul");
  list.id = `kg-ahead-${data.box}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", data.label);
  list.hidden = true;
  const told = document.createElement("p");
  told.setAttribute("role", "status");
  root.append(list, told);
  parent.append(root);

  let shown = { start: 0, hits: [] };
  let chosen = -1;
  let put = null; // what was written last by taking a name
  let sent = null;
  let turn = 0;
  let rest = 0;
  const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const isBox = (one) => one instanceof HTMLInputElement && one.closest(`.st-key-${data.box}`) !== null;
  const box = () => (isBox(document.activeElement) ? document.activeElement : null);

  // Before the caret, where nothing is selected and no word goes on behind it.
  const before = (input) => {
    const caret = input.selectionStart;
    if (caret !== input.selectionEnd || /^[\p{L}\p{N}]/u.test(input.value.slice(caret))) return "";
    return input.value.slice(0, caret);
  };

  const dress = (input, open) => {
    const set = (name, value) => input.getAttribute(name) !== value && input.setAttribute(name, value);
    set("role", "combobox");
    set("aria-autocomplete", "list");
    set("aria-haspopup", "listbox");
    set("aria-controls", list.id);
    set("aria-expanded", String(open));
    if (open && chosen >= 0) set("aria-activedescendant", list.children[chosen].id);
    else input.removeAttribute("aria-activedescendant");
  };

  const close = () => {
    chosen = -1;
    list.hidden = true;
    told.textContent = "";
    document.querySelectorAll(`.st-key-${data.box} input`).forEach((input) => dress(input, false));
  };

  const quiet = () => {
    clearTimeout(rest);
    sent = null;
    put = box()?.value ?? null;
    close();
  };

  const place = (input) => {
    const frame = (input.closest("[data-testid='stTextInputRootElement']") ?? input).getBoundingClientRect();
    const own = root.getBoundingClientRect();
    list.style.left = `${frame.left - own.left}px`;
    list.style.top = `${frame.bottom - own.top + 4}px`;
    list.style.width = `${frame.width}px`;
  };

  const part = (name, text) => {
    const made = document.createElement("bdi");
    made.className = name;
    made.textContent = text;
    return made;
  };

  const open = (input) => {
    chosen = -1;
    list.replaceChildren(
      ...shown.hits.map((hit, index) => {
        const row = document.createElement("li");
        row.id = `${list.id}-${index}`;
        row.setAttribute("role", "option");
        row.setAttribute("aria-selected", "false");
        row.append(part("kg-name", hit.name), " ", part("kg-kind", hit.kind));
        if (hit.other) row.append(" ", part("kg-other", `“${hit.other}”`));
        row.append(" ", part("kg-id", hit.id));
        return row;
      }),
    );
    place(input);
    list.hidden = false;
    list.scrollTop = 0;
    const many = shown.hits.length;
    told.textContent = many === 1 ? "1 name; arrow down chooses it." : `${many} names; arrow keys choose one.`;
    dress(input, true);
  };

  const choose = (input, index) => {
    chosen = index;
    [...list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === chosen)));
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
    dress(input, true);
  };

  const take = (input, index) => {
    const name = shown.hits[index].name;
    const value = input.value.slice(0, shown.start) + name + input.value.slice(input.selectionStart);
    const caret = shown.start + name.length;
    clearTimeout(rest);
    put = value;
    // As if it had been typed: Streamlit hears of it by the event.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
    input.setSelectionRange(caret, caret);
    close();
  };

  const send = (text) => {
    sent = text;
    turn += 1;
    setStateValue("typed", { text, turn });
  };

  // While the next names are on their way, those that still fit stay.
  const narrow = (input, text) => {
    const run = fold(text.slice(shown.start));
    const fits = (hit) => [hit.name, hit.other, hit.id].some((one) => one && fold(one).startsWith(run));
    const left = run ? shown.hits.filter(fits) : [];
    if (list.hidden || !left.length) return close();
    if (left.length === shown.hits.length) return undefined;
    shown = { start: shown.start, hits: left };
    return open(input);
  };

  const onInput = (event) => {
    const input = event.target;
    if (!isBox(input) || input.value === put) return;
    put = null;
    clearTimeout(rest);
    if (event.isComposing) return;
    const text = before(input);
    narrow(input, text);
    if (/[\p{L}\p{N}]/u.test(text)) rest = setTimeout(() => send(text), KG_TYPING_REST_MS);
  };

  const onKey = (event) => {
    const input = event.target;
    if (!isBox(input) || event.isComposing || event.keyCode === 229) return;
    const taken = () => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const many = shown.hits.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
    if (event.key === "Enter") {
      if (list.hidden || chosen < 0) return void quiet();
      taken();
      take(input, chosen);
    } else if (event.key === "Escape" && !list.hidden) {
      taken();
      quiet();
    } else if (event.key === "Tab") {
      quiet();
    } else if (step && plain && !list.hidden) {
      taken();
      // Behind the last and before the first stands what was typed itself.
      choose(input, ((chosen + 1 + step + many + 1) % (many + 1)) - 1);
    }
  };

  const onFocus = (event) => {
    if (!isBox(event.target)) return;
    dress(event.target, false);
    if (!data.ready) send("");
  };
  const onBlur = (event) => isBox(event.target) && quiet();
  const onSubmit = (event) => event.target.closest?.("form") && quiet();
  const onMove = () => box() && !list.hidden && place(box());
  const onPress = (event) => event.preventDefault(); // the box keeps the focus, and a telephone its keyboard
  const onClick = (event) => {
    const row = event.target.closest("li");
    const input = box();
    if (row && input) take(input, [...list.children].indexOf(row));
  };

  // Before anybody else hears of a key: else Enter would ask, although a name was chosen by it.
  const heard = [
    [document, "input", onInput],
    [document, "keydown", onKey],
    [document, "focusin", onFocus],
    [document, "focusout", onBlur],
    [document, "submit", onSubmit],
    [window, "resize", onMove],
    [list, "mousedown", onPress],
    [list, "click", onClick],
  ];
  heard.forEach(([where, what, does]) => where.addEventListener(what, does, true));

  const update = (now, newState) => {
    [data, setStateValue] = [now, newState];
    const input = box();
    if (!input || sent === null || now.typed !== sent || before(input) !== sent) return;
    if (!now.ready) {
      clearTimeout(rest);
      rest = setTimeout(() => send(before(input)), KG_NOT_READY_MS);
      return;
    }
    const kept = chosen >= 0 ? shown.hits[chosen]?.id : null;
    shown = { start: now.start, hits: now.hits };
    if (!shown.hits.length) return void close();
    open(input);
    const again = shown.hits.findIndex((hit) => hit.id === kept);
    if (kept && again >= 0) choose(input, again);
  };
  if (box()) dress(box(), false);
  update(data, setStateValue);

  const end = () => {
    clearTimeout(rest);
    heard.forEach(([where, what, does]) => where.removeEventListener(what, does, true));
    root.remove();
    kgAheads.delete(parent);
  };
  return { update, end };
}
