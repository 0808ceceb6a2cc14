// test/faults/diskAfterPowerCut.ts
import { dirname } from "node:path";
var SECTOR_BYTES = 512;
function tracedDisk() {
  const files = /* @__PURE__ */ new Map();
  const fileOf = (path) => {
    const file = files.get(path) ?? {
      synced: { room: Buffer.alloc(0), length: 0 },
      pending: [],
      entry: "made"
    };
    files.set(path, file);
    return file;
  };
  return {
    apply(step) {
      if (step.kind === "say") return;
      if (step.kind === "create") {
        if (files.get(step.path)?.entry === "removed") files.delete(step.path);
        fileOf(step.path);
      } else if (step.kind === "remove") fileOf(step.path).entry = "removed";
      else if (step.kind === "sync") {
        const file = files.get(step.path);
        if (file === void 0) syncEntries(files, step.path);
        else {
          const covered = file.pending.filter(({ endedAt }) => endedAt < step.begunAt);
          for (const change of covered) make(change, file.synced);
          file.pending = file.pending.filter(({ endedAt }) => endedAt >= step.begunAt);
        }
      } else fileOf(step.path).pending.push(step);
    },
    afterPowerCut(random) {
      const left = /* @__PURE__ */ new Map();
      for (const [path, { synced, pending, entry }] of files) {
        if (entry !== "kept" && random() < 0.5) continue;
        const image = { room: Buffer.from(synced.room), length: synced.length };
        const share = Math.min(1, Math.max(0, random() * 1.6 - 0.3));
        const written = random() < 0.5 ? Math.floor(random() * pending.length) : 0;
        for (const [number, change] of pending.entries()) {
          if (number < written) make(change, image);
          if (number < written || random() >= share) continue;
          make(random() < 0.25 ? torn(change, random) : change, image);
        }
        left.set(path, image.room.subarray(0, image.length));
      }
      return left;
    }
  };
}
function syncEntries(files, folder) {
  for (const [path, file] of files) {
    if (dirname(path) !== folder) continue;
    if (file.entry === "removed") files.delete(path);
    else file.entry = "kept";
  }
}
function make(change, image) {
  if (change.kind === "truncate") {
    image.room.fill(0, change.bytes);
    image.length = change.bytes;
    return;
  }
  const end = change.at + change.bytes.length;
  if (end > image.room.length) {
    const room = Buffer.alloc(Math.max(end, image.room.length * 2));
    image.room.copy(room, 0, 0, image.length);
    image.room = room;
  }
  change.bytes.copy(image.room, change.at);
  image.length = Math.max(image.length, end);
}
function torn(change, random) {
  if (change.kind === "truncate") return change;
  const from = Math.ceil((change.at + 1) / SECTOR_BYTES) * SECTOR_BYTES - change.at;
  const sectors = Math.floor((change.bytes.length - from) / SECTOR_BYTES);
  if (sectors < 1) return change;
  const cut = from + Math.floor(random() * sectors) * SECTOR_BYTES;
  if (random() < 0.5) return { ...change, bytes: change.bytes.subarray(0, cut) };
  return { ...change, at: change.at + cut, bytes: change.bytes.subarray(cut) };
}
export {
  tracedDisk
};
//# sourceMappingURL=diskAfterPowerCut.js.map
