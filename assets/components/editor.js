// The box in which a statement is written. What is typed is sent after a short rest, and lives here until it is.
//
// The words are the reader's: a new drawing of the page never changes them. Only a text that the app itself puts into
// the box, which has another serial, does. They are kept in the window, for when the box is drawn anew.

const KG_REST_MS = 300;
const kgEditors = new WeakMap();

export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  const known = kgEditors.get(parentElement);
  if (known) {
    known.update(data, setStateValue, setTriggerValue);
    return known.end;
  }
  const made = kgEditor(parentElement, data, setStateValue, setTriggerValue);
  kgEditors.set(parentElement, made);
  return made.end;
}

function kgEditor(parent, data, setStateValue, setTriggerValue) {
  const root = document.createElement("div");
  root.className = "kg-editor";
  const [label, box, hint] = ["label", "textarea", "p"].map((tag) => document.createElement(tag));
  label.textContent = data.label;
  label.htmlFor = box.id = "kg-editor-box";
  hint.textContent = data.hint;
  hint.id = "kg-editor-hint";
  box.setAttribute("aria-describedby", hint.id);
  Object.assign(box, { rows: 7, spellcheck: false, autocomplete: "off", placeholder: data.placeholder, dir: "ltr" });
  box.setAttribute("autocapitalize", "off");
  box.setAttribute("autocorrect", "off");
  root.append(label, box, hint);
  parent.append(root);

  let serial = null;
  let sent = null;
  let rest = 0;
  const send = () => {
    clearTimeout(rest);
    if (box.value === sent) return;
    sent = box.value;
    setStateValue("text", { serial, text: sent });
  };
  const keep = () => (window.kgqaWritten = { serial, text: box.value });
  box.addEventListener("input", () => {
    keep();
    clearTimeout(rest);
    rest = setTimeout(send, KG_REST_MS);
  });
  box.addEventListener("blur", send);
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    clearTimeout(rest);
    sent = box.value;
    setTriggerValue("run", { serial, text: sent });
  });

  const update = (now, newState, newTrigger) => {
    [setStateValue, setTriggerValue] = [newState, newTrigger];
    if (now.serial === serial) return;
    serial = now.serial;
    const written = window.kgqaWritten?.serial === serial ? window.kgqaWritten.text : null;
    box.value = written ?? now.text;
    sent = now.text;
    keep();
    if (box.value !== sent) send();
  };
  update(data, setStateValue, setTriggerValue);
  const end = () => {
    clearTimeout(rest);
    root.remove();
    kgEditors.delete(parent);
  };
  return { update, end };
}
