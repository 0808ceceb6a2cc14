// test/simulation/journal.ts
function openJournal(now, onNote) {
  const books = {
    clients: [],
    mail: [],
    lookups: [],
    texts: [],
    receipts: [],
    inbound: [],
    posts: [],
    reports: [],
    reactions: [],
    processes: [],
    rebuilds: [],
    troubles: [],
    doings: [],
    logs: [],
    writes: [],
    timers: [],
    gauges: [],
    readiness: []
  };
  return {
    books,
    note(book, line) {
      const noted = { ...line, ...now() };
      books[book].push(noted);
      onNote(book);
      return noted;
    }
  };
}
function linesOf(books, isOfInterest) {
  const names = Object.keys(books);
  return names.flatMap((name) => books[name].map((line) => ({ name, atMs: line.atMs, text: textOf(line) }))).filter(({ name, atMs, text }) => isOfInterest(text, name, atMs)).sort((one, other) => one.atMs - other.atMs).map(({ name, atMs, text }) => `${timeOf(atMs)} ${name} ${text}`);
}
function textOf({ atMs: _, dateMs: __, ...line }) {
  return JSON.stringify(line);
}
function timeOf(atMs) {
  const seconds = Math.floor(atMs / 1e3);
  const two = (value) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `day ${Math.floor(seconds / 86400)} ${clock}.${String(Math.floor(atMs) % 1e3).padStart(3, "0")}`;
}
export {
  linesOf,
  openJournal,
  timeOf
};
//# sourceMappingURL=journal.js.map
