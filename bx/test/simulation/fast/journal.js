// test/simulation/fast/journal.ts
function openJournal(nowMs) {
  const books = { clients: [], mail: [], posts: [], processes: [], troubles: [], logs: [], commands: [] };
  return {
    books,
    beganAtMs: nowMs(),
    note(book, line) {
      books[book].push({ ...line, atMs: nowMs() });
    }
  };
}
function linesAround({ books, beganAtMs }, aroundMs, about) {
  const names = Object.keys(books);
  return names.flatMap((name) => books[name].map(({ atMs, ...line }) => ({ name, atMs, text: JSON.stringify(line) }))).filter(({ name, atMs, text }) => {
    if (about.some((id) => text.includes(id))) return true;
    return aroundMs !== null && Math.abs(atMs - aroundMs) < AROUND_MS && WORLD.includes(name);
  }).sort((one, other) => one.atMs - other.atMs).slice(0, MAX_LINES).map(({ name, atMs, text }) => `${lifeTime(atMs - beganAtMs)} ${name} ${text.slice(0, 400)}`);
}
var AROUND_MS = 5 * 6e4;
var MAX_LINES = 30;
var WORLD = ["processes", "troubles", "logs"];
function lifeTime(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1e3));
  const two = (value) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
export {
  lifeTime,
  linesAround,
  openJournal
};
//# sourceMappingURL=journal.js.map
