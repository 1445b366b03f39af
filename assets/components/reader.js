// Keeps the reader's id in a cookie that no other site is sent. An id that the browser has already is reported back.
const YEAR_S = 365 * 24 * 3600;

export default function ({ data, setStateValue }) {
  const cookies = document.cookie.split("; ").map((cookie) => cookie.split("="));
  const known = cookies.find(([name]) => name === data.cookie)?.[1] ?? "";
  const isReader = /^[0-9a-f]{64}$/.test(known);
  if (isReader && known !== data.reader) {
    setStateValue("reader", known);
    return;
  }
  // Once a visit: who removes the cookie while the page is open does not get it back.
  if (window.kgqaReader) return;
  window.kgqaReader = true;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${data.cookie}=${data.reader}; Max-Age=${YEAR_S}; Path=/; SameSite=Strict${secure}`;
}
