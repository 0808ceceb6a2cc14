// test/adapters/embedded/coordination/pace.test.ts
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openEmbeddedPace } from "../../../../src/adapters/embedded/coordination/pace.js";
import { paceContract } from "../../../contract/pace.js";
import { manualClock } from "../../../support/manualClock.js";
import { quietLog } from "../../../support/quietLog.js";
import { temporaryFolder } from "../../../support/temporaryFolder.js";
paceContract("embedded pace", async (clock) => {
  const folder2 = temporaryFolder();
  const subject = openEmbeddedPace(join(folder2.path, "pace.json"), { clock, log: quietLog });
  return {
    subject,
    async destroy() {
      await subject.close();
      folder2.remove();
    }
  };
});
var test = suite("embedded pace: restarts");
var NOON_MS = Date.parse("2026-03-01T12:00:00.000Z");
var LIMITS = { perSecond: 1e3, perDay: 10 };
var folder = temporaryFolder();
var file = join(folder.path, "pace.json");
test.after(() => folder.remove());
test("a restart does not grant the day again, the next day does", async () => {
  const clock = manualClock(NOON_MS);
  const before = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await before.take("a", LIMITS, 8)).granted, 8);
  await before.close();
  const after = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await after.take("a", LIMITS, 8)).granted, 2);
  assert.is((await after.take("b", LIMITS, 8)).granted, 8);
  await after.close();
  clock.pass(864e5);
  const tomorrow = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await tomorrow.take("a", LIMITS, 8)).granted, 8);
});
test("a process that is killed forgets the sends of a second at most", async () => {
  const clock = manualClock(NOON_MS);
  const killed = openEmbeddedPace(file, { clock, log: quietLog });
  await killed.take("c", LIMITS, 3);
  clock.pass(1e3);
  await killed.take("c", LIMITS, 3);
  const next = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await next.take("c", LIMITS, 10)).granted, 4);
});
test("a standby that takes over knows what was sent since it was opened", async () => {
  const clock = manualClock(NOON_MS);
  const standby = openEmbeddedPace(file, { clock, log: quietLog });
  const killed = openEmbeddedPace(file, { clock, log: quietLog });
  await killed.take("standby", LIMITS, 8);
  clock.pass(1e3);
  await killed.take("standby", LIMITS, 0);
  assert.is((await standby.take("standby", LIMITS, 10)).granted, 2);
});
test("few sends of a day are written once in ten seconds, more once a second", async () => {
  const clock = manualClock(NOON_MS);
  const limits = { perSecond: 1e3, perDay: 1e4 };
  const killed = openEmbeddedPace(file, { clock, log: quietLog });
  const known = async () => {
    const next = openEmbeddedPace(file, { clock, log: quietLog });
    return 1e3 - (await next.take("slow", { ...limits, perDay: 1e3 }, 1e3)).granted;
  };
  for (let second = 0; second < 10; second++) {
    assert.is(await known(), 0, `after ${second} s`);
    await killed.take("slow", limits, second === 0 ? 1 : 0);
    clock.pass(1e3);
  }
  await killed.take("slow", limits, 1);
  assert.is(await known(), 2);
  await killed.take("slow", limits, 9);
  clock.pass(1e3);
  await killed.take("slow", limits, 1);
  assert.is(await known(), 12, "a thousandth of the day");
});
test("a step of the clock and back finds the day as it was, over a restart too", async () => {
  const clock = manualClock(NOON_MS);
  const one = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await one.take("d", LIMITS, 10)).granted, 10);
  clock.step(NOON_MS + 864e5);
  assert.is((await one.take("d", LIMITS, 7)).granted, 7);
  await one.close();
  clock.step(NOON_MS);
  const next = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await next.take("d", LIMITS, 10)).granted, 0);
  clock.pass(864e5);
  assert.is((await next.take("d", LIMITS, 10)).granted, 3);
});
test("the counts of only a few days are kept", async () => {
  const clock = manualClock(NOON_MS);
  const pace = openEmbeddedPace(file, { clock, log: quietLog });
  for (let day = 0; day < 10; day++) {
    await pace.take("e", LIMITS, 1);
    clock.pass(864e5);
  }
  await pace.close();
  const { days } = JSON.parse(readFileSync(file, "utf8"));
  const last = Math.floor(NOON_MS / 864e5) + 9;
  assert.equal(
    days.map(({ day }) => last - day),
    [3, 2, 1, 0],
    "how many days ago they were, at the last take"
  );
});
test("a day that the clock comes back to is kept, however many other days it visits", async () => {
  const clock = manualClock(NOON_MS);
  const pace = openEmbeddedPace(file, { clock, log: quietLog });
  assert.is((await pace.take("f", LIMITS, 10)).granted, 10);
  for (let day = 1; day <= 8; day++) {
    clock.step(NOON_MS + day * 864e5);
    assert.is((await pace.take("f", LIMITS, 1)).granted, 1, `${day} days later`);
    clock.step(NOON_MS);
    assert.is((await pace.take("f", LIMITS, 1)).granted, 0, `back from ${day} days later`);
  }
  await pace.close();
});
test("a file of any form does not keep a service from starting", async () => {
  const today = Math.floor(NOON_MS / 864e5);
  for (const content of [
    '{"day":',
    "",
    "{}",
    "[]",
    "null",
    "7",
    '"days"',
    '{"days":7}',
    '{"days":[7,null,[]]}',
    '{"days":[{"day":"x","sends":{"a":9}}]}',
    `{"days":[{"day":${today},"sends":null}]}`,
    `{"days":[{"day":${today},"sends":{"a":"9"}}]}`,
    `{"days":[{"day":${today},"sends":{"a":-1e9}}]}`,
    `{"days":[{"day":${today},"sends":[9]}]}`
  ]) {
    writeFileSync(file, content);
    const pace = openEmbeddedPace(file, { clock: manualClock(NOON_MS), log: quietLog });
    assert.is((await pace.take("a", LIMITS, 20)).granted, 10, content);
    await pace.close();
  }
});
test.run();
//# sourceMappingURL=pace.test.js.map
