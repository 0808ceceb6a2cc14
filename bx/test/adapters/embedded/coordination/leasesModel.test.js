// test/adapters/embedded/coordination/leasesModel.test.ts
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedLeases } from "../../../../src/adapters/embedded/coordination/leases.js";
import { openFiles } from "../../../support/openFiles.js";
import { seededRandom } from "../../../support/seededRandom.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
import { SEED } from "../../../support/testRun.js";
var test = suite("embedded leases of several holders, against a plain map");
var SEEDS = [1, 2].map((n) => SEED * 1e3 + n);
var OPERATIONS = 700;
var HOLDERS = 3;
var NAMES = ["sender", "role/0", "role/1", "\xFC", "x".repeat(300)];
var TTL_MS = 6e4;
function checkedHolders(folder, random) {
  const open = () => openEmbeddedLeases(folder, { clock: { sleep: async () => {
  } } });
  const one = (items) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === void 0) throw new Error("there is nothing to choose from");
    return item;
  };
  const holders = Array.from({ length: HOLDERS }, open);
  const held = /* @__PURE__ */ new Map();
  const released = [];
  const counts = { taken: 0, refused: 0, released: 0, repeated: 0, closed: 0 };
  const acquire = async (says) => {
    const [by, name] = [one(holders), one(NAMES)];
    const lease = await by.acquire(name, TTL_MS);
    assert.is(lease === null, held.has(name), `${says}: acquire of ${name}`);
    if (lease !== null) held.set(name, { by, lease });
    counts[lease === null ? "refused" : "taken"]++;
  };
  const release = async () => {
    if (held.size === 0) return;
    const [name, { lease }] = one([...held]);
    await lease.release();
    held.delete(name);
    released.push(lease);
    counts.released++;
  };
  const releaseAgain = async () => {
    if (released.length === 0) return;
    await one(released).release();
    counts.repeated++;
  };
  const ask = async (says) => {
    const name = one(NAMES);
    assert.is(await one(holders).isHeld(name), held.has(name), `${says}: isHeld of ${name}`);
  };
  const often = [acquire, acquire, acquire, release, release, releaseAgain, ask];
  return {
    held,
    released,
    counts,
    step: (says) => one(often)(says),
    /** A holder that is closed gives back everything; another one takes its place. */
    async replaceOne() {
      const by = one(holders);
      await by.close();
      holders[holders.indexOf(by)] = open();
      for (const [name, each] of [...held]) {
        if (each.by !== by) continue;
        held.delete(name);
        released.push(each.lease);
      }
      counts.closed++;
    },
    async closeAll() {
      for (const each of holders) await each.close();
    }
  };
}
for (const seed of SEEDS) {
  test(`who holds what, seed ${seed}`, async () => {
    const folder = temporaryFolder();
    const openHere = () => openFiles().filter((path) => path.startsWith(folder.path)).length;
    const holders = checkedHolders(folder.path, seededRandom(seed));
    const { held, released, counts } = holders;
    for (let n = 1; n <= OPERATIONS; n++) {
      const says = `seed ${seed}, operation ${n}`;
      if (n % 50 === 0) await holders.replaceOne();
      else await holders.step(says);
      for (const [name, { lease }] of held) assert.not(lease.lost.aborted, `${says}: ${name} is not lost`);
      const areLost = released.every(({ lost }) => lost.aborted);
      assert.ok(areLost, `${says}: each lease that was given back is lost`);
      if (held.size === 0) assert.is(openHere(), 0, `${says}: nothing is held, so no file is open`);
    }
    assert.ok(Math.min(...Object.values(counts)) > 10, `each outcome came about: ${JSON.stringify(counts)}`);
    await holders.closeAll();
    assert.is(openHere(), 0, `seed ${seed}: all files are closed at the end`);
    const late = openEmbeddedLeases(folder.path, { clock: { sleep: async () => {
    } } });
    for (const name of NAMES) assert.is(await late.isHeld(name), false, `seed ${seed}: ${name} is free`);
    assert.is(openHere(), 0, `seed ${seed}: asking leaves no file open`);
    await late.close();
    folder.remove();
  });
}
test.run();
//# sourceMappingURL=leasesModel.test.js.map
