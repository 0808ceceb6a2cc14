// bench/documents.ts
import { positionAt } from "../src/adapters/position.js";
import { inBenchFolder, spread, timesOf, uuidOf } from "./benchFolder.js";
import { builds, fromBuild } from "./otherBuild.js";
import { line, median, rate, ratio } from "./report.js";
var ROUNDS = 3;
var BATCH = 500;
var PAGES = 2e3;
var PAGE = 100;
var INDEXES = { due: ["share", "lane", "dueAtMs"] };
var FIRST_MS = 17672256e5;
var SHARES = 16;
var FIRST_SHARE = 10;
var STRIDE = 7919;
var clock = {
  turn: async () => {
  },
  monotonicMs: () => performance.now(),
  nowMs: () => Date.now(),
  sleep: (ms) => new Promise((r) => setTimeout(r, ms))
};
var log = { debug() {
}, info() {
}, warn() {
}, error() {
} };
var positionOf = (n) => positionAt(n + 1);
async function run(rows = 8e4) {
  const measured = /* @__PURE__ */ new Map();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, build] of Object.entries(builds)) {
      const { openEmbeddedReadSide } = await fromBuild(build, "adapters/embedded/open.js");
      await inBenchFolder(async (data) => {
        const { documents, close } = await openEmbeddedReadSide(data, { clock, log });
        for (const [what, value] of await measure(documents, rows)) {
          const all = measured.get(what) ?? /* @__PURE__ */ new Map();
          measured.set(what, all.set(name, [...all.get(name) ?? [], value]));
        }
        await close();
      });
    }
  for (const [what, all] of measured) {
    const isTime = what.endsWith("ms");
    for (const [name, values] of all) {
      const value = median(values);
      line(`${what}: ${name}`, isTime ? value.toFixed(3) : rate(value));
    }
    const [base, own] = [all.get("base"), all.get("this")];
    if (base === void 0 || own === void 0) continue;
    const speed = isTime ? median(base) / median(own) : median(own) / median(base);
    line(`${what}: this is so many times as fast`, ratio(speed));
  }
}
async function measure(documents, rows) {
  const found = /* @__PURE__ */ new Map();
  const open = (name) => documents.collection({ name, indexes: INDEXES });
  const inOrder = await open("sequential_v1");
  const scattered = await open("random_v1");
  const bySequence = (n) => uuidOf(1, n);
  const byChance = (n) => uuidOf(spread(n, 1e6), spread(n, 2 ** 32));
  const write = async (collection, keyOf, pass2) => {
    let longestMs = 0;
    const startedAt = performance.now();
    for (let from = 0; from < rows; from += BATCH) {
      const writes = Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => {
        const n = pass2.isShuffled ? (from + at) * STRIDE % rows : from + at;
        return {
          key: keyOf(n),
          position: positionOf(pass2.pass * rows + from + at),
          document: itemOf(n, pass2)
        };
      });
      const beganAt = performance.now();
      await collection.writeMany(writes);
      longestMs = Math.max(longestMs, performance.now() - beganAt);
    }
    return { perSecond: rows / ((performance.now() - startedAt) / 1e3), longestMs };
  };
  const pass = async (what, ...args) => {
    const { perSecond, longestMs } = await write(...args);
    found.set(what, perSecond);
    found.set(`${what}, longest batch in ms`, longestMs);
  };
  const plain = { isShuffled: false, movesIndex: false };
  await pass("new keys in order", inOrder, bySequence, { ...plain, pass: 0 });
  await pass("new keys at random", scattered, byChance, { ...plain, pass: 0 });
  await pass("updates in order", inOrder, bySequence, { ...plain, pass: 1 });
  await pass("scattered updates", scattered, byChance, { isShuffled: true, movesIndex: false, pass: 1 });
  await pass("scattered updates of an indexed field", scattered, byChance, {
    isShuffled: true,
    movesIndex: true,
    pass: 2
  });
  const pageTimes = await timesOf(PAGES, async (n) => {
    const share = FIRST_SHARE + n % SHARES;
    const from = FIRST_MS + spread(n, Math.floor(rows / 2)) * 10;
    await scattered.page({ index: "due", equals: [share, "bulk"], from, limit: PAGE });
  });
  found.set("page of 100 in ms", median(pageTimes));
  const getTimes = await timesOf(PAGES, async (n) => void await scattered.get(byChance(spread(n, rows))));
  found.set("one document in ms", median(getTimes));
  const scanAt = performance.now();
  let scanned = 0;
  for await (const _ of scattered.scan()) scanned++;
  found.set("scan", scanned / ((performance.now() - scanAt) / 1e3));
  const dropAt = performance.now();
  await documents.drop("random_v1");
  found.set("drop in ms", performance.now() - dropAt);
  return found;
}
function itemOf(n, { pass, movesIndex }) {
  return {
    share: FIRST_SHARE + n % SHARES,
    lane: "bulk",
    dueAtMs: FIRST_MS + (movesIndex ? spread(n + pass, 8e4) : n) * 10,
    text: `${pass} ${"It left our house this morning. ".repeat(15)}`
  };
}
export {
  run
};
//# sourceMappingURL=documents.js.map
