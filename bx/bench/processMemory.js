// bench/processMemory.ts
import { readFileSync } from "node:fs";
function processMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const miB = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1024;
  return { rssMiB: miB("VmRSS"), ownMiB: miB("RssAnon") };
}
function serviceMemory(pid) {
  const all = [pid, ...childrenOf(pid)].map(processMemory);
  return {
    rssMiB: all.reduce((sum, { rssMiB }) => sum + rssMiB, 0),
    ownMiB: all.reduce((sum, { ownMiB }) => sum + ownMiB, 0)
  };
}
function childrenOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim();
  return children === "" ? [] : children.split(" ").map(Number);
}
function watchMemory(pid, everyMs) {
  const seen = [processMemory(pid)];
  const timer = setInterval(() => seen.push(processMemory(pid)), everyMs);
  return {
    stop() {
      clearInterval(timer);
      return seen;
    }
  };
}
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
export {
  childrenOf,
  processMemory,
  processorMs,
  serviceMemory,
  watchMemory
};
//# sourceMappingURL=processMemory.js.map
