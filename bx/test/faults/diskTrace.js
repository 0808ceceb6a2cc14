// test/faults/diskTrace.ts
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
var CALLS = "openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,rename";
function recordedInto(file) {
  return ["strace", "-f", "--seccomp-bpf", "-y", "-xx", "-s", "1000000", "-e", `trace=${CALLS}`, "-o", file];
}
async function readTrace(file, folder) {
  const steps = [];
  const open = /* @__PURE__ */ new Map();
  const known = /* @__PURE__ */ new Set();
  let at = 0;
  for await (const line of createInterface({ input: createReadStream(file, "latin1") })) {
    at++;
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    const begun = open.get(thread);
    if (resumed !== null && begun !== void 0) {
      open.delete(thread);
      add(begun, `${begun.head}${resumed[1]}`, at);
      continue;
    }
    const call = /^(\w+)\(/.exec(rest)?.[1];
    if (call === void 0) continue;
    const unfinished = rest.endsWith(" <unfinished ...>");
    const one = {
      begunAt: at,
      call,
      head: unfinished ? rest.slice(0, -" <unfinished ...>".length) : rest
    };
    if (unfinished) open.set(thread, one);
    else add(one, rest, at);
  }
  return steps.sort((one, other) => placeOf(one) - placeOf(other));
  function add({ begunAt, call }, text, endedAt) {
    const times = { begunAt, endedAt };
    const result = /= (-?\d+)[^=]*$/.exec(text)?.[1] ?? "0";
    if (result.startsWith("-")) return;
    if (call === "unlink" || call === "rename") {
      const path2 = plain(/"([^"]*)"/.exec(text)?.[1] ?? "").toString();
      if (!path2.startsWith(folder)) return;
      if (call === "rename") throw new Error(`the trace renames ${path2}`);
      known.delete(path2);
      return void steps.push({ ...times, kind: "remove", path: path2 });
    }
    if (call === "openat") {
      const path2 = plain(/= \d+<([^>]*)>/.exec(text)?.[1] ?? "").toString();
      if (!path2.startsWith(folder) || !text.includes("O_CREAT") || known.has(path2)) return;
      known.add(path2);
      return void steps.push({ ...times, kind: "create", path: path2 });
    }
    const [, number = "", coded = ""] = /^\w+\((\d+)<([^>]*)>/.exec(text) ?? [];
    if (call === "write" && number === "1") {
      const said = plain(/"([^"]*)"/.exec(text)?.[1] ?? "").toString().trimEnd();
      return void steps.push({ ...times, kind: "say", text: said });
    }
    const path = plain(coded).toString();
    if (!path.startsWith(folder)) return;
    if (call === "fsync" || call === "fdatasync") return void steps.push({ ...times, kind: "sync", path });
    const [, last = ""] = /, (\d+)\) += -?\d+[^=]*$/.exec(text) ?? [];
    if (call === "ftruncate")
      return void steps.push({ ...times, kind: "truncate", path, bytes: Number(last) });
    if (call !== "pwrite64") throw new Error(`the trace has a ${call} on ${path}`);
    const [, data = "", length = ""] = /"([^"]*)", (\d+), /.exec(text) ?? [];
    const bytes = plain(data);
    if (bytes.length !== Number(length)) throw new Error(`the trace has not all bytes of a write on ${path}`);
    steps.push({ ...times, kind: "write", path, at: Number(last), bytes });
  }
}
var placeOf = ({ kind, begunAt, endedAt }) => kind === "sync" ? endedAt : begunAt;
function plain(coded) {
  return Buffer.from(coded.replaceAll("\\x", ""), "hex");
}
export {
  readTrace,
  recordedInto
};
//# sourceMappingURL=diskTrace.js.map
