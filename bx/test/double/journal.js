// test/double/journal.ts
import { closeSync, existsSync, fdatasync, ftruncateSync, openSync, readFileSync, write } from "node:fs";
var memoryJournal = {
  lines: [],
  add() {
  },
  synced: async () => {
  },
  close: async () => {
  }
};
var toText = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
var encode = (line) => "records" in line ? JSON.stringify({
  records: line.records.map((record) => ({
    ...record,
    data: toText(record.data),
    metadata: toText(record.metadata)
  }))
}) : JSON.stringify(line);
var decode = (text) => {
  const line = JSON.parse(text);
  if (!("records" in line)) return line;
  return {
    records: line.records.map((record) => ({
      ...record,
      data: Buffer.from(record.data, "latin1"),
      metadata: Buffer.from(record.metadata, "latin1")
    }))
  };
};
function openJournal(file) {
  const lines = [];
  const stored = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  let whole = 0;
  for (let end = stored.indexOf(10); end !== -1; end = stored.indexOf(10, whole)) {
    lines.push(decode(stored.toString("utf8", whole, end)));
    whole = end + 1;
  }
  const fd = openSync(file, existsSync(file) ? "r+" : "w+");
  ftruncateSync(fd, whole);
  let offset = whole;
  let waiting = [];
  let round = null;
  const flush = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(`${waiting.join("\n")}
`, "utf8");
    waiting = [];
    round = null;
    const at = offset;
    offset += bytes.length;
    await new Promise(
      (resolve, reject) => write(fd, bytes, 0, bytes.length, at, (error) => error ? reject(error) : resolve())
    );
    await new Promise(
      (resolve, reject) => fdatasync(fd, (error) => error ? reject(error) : resolve())
    );
  };
  let last = Promise.resolve();
  return {
    lines,
    add: (line) => waiting.push(encode(line)),
    synced() {
      if (waiting.length === 0) return last;
      if (round === null) {
        round = last.then(flush);
        last = round;
      }
      return last;
    },
    async close() {
      await last;
      closeSync(fd);
    }
  };
}
export {
  memoryJournal,
  openJournal
};
//# sourceMappingURL=journal.js.map
