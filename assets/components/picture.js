// Mounts a drawing as soon as its library is there. The same data is the same drawing: nothing of it is touched again.
const mounts = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const state = mounts.get(parentElement) ?? { calls: 0, text: null, card: null };
  mounts.set(parentElement, state);
  const call = ++state.calls, text = JSON.stringify(data);
  state.tell = (what) => setTriggerValue("activated", what);
  const clear = () => {
    document.removeEventListener("kgqa:picture", state.mount);
    if (state.card) window.kgqaPicture.destroy(state.card);
    state.card = null;
  };
  if (text !== state.text && state.card && data.steady) {
    state.text = text;
    window.kgqaPicture.renew(state.card, data);
  } else if (text !== state.text) {
    clear();
    state.text = text;
    state.mount = () => {
      if (!window.kgqaPicture || state.card) return;
      const root = document.createElement("div");
      root.className = "kg-picture";
      parentElement.append(root);
      state.card = window.kgqaPicture.createCard(root, data, (what) => state.tell(what));
      root.kgqaCard = state.card;
    };
    document.addEventListener("kgqa:picture", state.mount);
    state.mount();
  }
  // A run that was overtaken by a later one must not take the drawing of that one with it.
  return () => {
    if (call !== state.calls) return;
    clear();
    mounts.delete(parentElement);
  };
}
