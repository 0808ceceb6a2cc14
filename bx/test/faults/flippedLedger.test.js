// test/faults/flippedLedger.test.ts
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { embeddedEventStore } from "../../src/adapters/embedded/log/eventStore.js";
import { openSqlite } from "../../src/adapters/embedded/sqlite.js";
import { BEGINNING } from "../../src/events/event.js";
import { freshStream, newEvent, numbered } from "../contract/eventStore/events.js";
import { quietLog } from "../support/quietLog.js";
import { seededRandom } from "../support/seededRandom.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { SEED } from "../support/testRun.js";
var STREAMS = 100;
var FLIPS = 50;
var LEDGER = "ledger.sqlite";
var INDEX = "ledger-index.sqlite";
var test = suite("a ledger with a flipped bit");
async function written() {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const streams = Array.from({ length: STREAMS }, () => freshStream());
  for (const stream of streams) await store.append(stream, "no-stream", numbered(2));
  const events = await everyEvent(store);
  await store.close();
  for (const name of [LEDGER, INDEX]) {
    const db = openSqlite(join(folder.path, name), { busyTimeoutMs: 0 });
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
  }
  return { folder, streams, events };
}
async function everyEvent(store) {
  const all = [];
  for (let after = BEGINNING; ; ) {
    const page = await store.readAll({ after, limit: 1e3 });
    all.push(...page.events);
    after = page.position;
    if (page.caughtUp) return all;
  }
}
var orError = (work) => work.catch((error) => error);
for (const name of [LEDGER, INDEX])
  test(`anywhere in ${name}: no event is served that differs, none is missing unsaid, no key counts twice (seed ${SEED})`, async () => {
    const { folder, streams, events } = await written();
    const bytes = readFileSync(join(folder.path, name));
    const random = seededRandom(SEED);
    let noticed = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const path = join(folder.path, String(flip));
      mkdirSync(path);
      for (const each of [LEDGER, INDEX]) copyFileSync(join(folder.path, each), join(path, each));
      const changed = Buffer.from(bytes);
      const [place, bit] = [Math.floor(random() * bytes.length), Math.floor(random() * 8)];
      changed[place] = (changed[place] ?? 0) ^ 1 << bit;
      writeFileSync(join(path, name), changed);
      const says = `bit ${bit} of byte ${place}`;
      const store = await orError(embeddedEventStore(path, { log: quietLog }));
      if (store instanceof Error) {
        noticed++;
        continue;
      }
      const found = await orError(everyEvent(store));
      if (found instanceof Error) noticed++;
      else assert.equal(found, events, says);
      for (const stream of streams) {
        const own = await orError(store.readStream(stream));
        const expected = events.filter((event) => event.stream === stream);
        if (!(own instanceof Error)) assert.equal(own, expected, `${says}, ${stream}`);
        const repeated = await orError(store.append(stream, "no-stream", [newEvent()]));
        assert.instance(repeated, Error, `${says}: ${stream} was appended to as if it were new`);
      }
      await store.close();
    }
    if (name === LEDGER) assert.ok(noticed > FLIPS / 10, `${noticed} of ${FLIPS} were noticed`);
    folder.remove();
  });
test("in the stream of an old event: its stream is not served as shorter, and its key is not taken for a new one", async () => {
  const { folder, streams } = await written();
  const [stream = ""] = streams;
  const before = await embeddedEventStore(folder.path, { log: quietLog });
  for (let n = 0; n < 11; n++) await before.append(freshStream(), "no-stream", numbered(100));
  await before.close();
  const db = openSqlite(join(folder.path, LEDGER), { busyTimeoutMs: 0 });
  db.exec("UPDATE events SET stream = 'another' WHERE position = 1");
  db.close();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  for (const refusal of [
    await orError(store.readStream(stream)),
    await orError(store.append(stream, "no-stream", [newEvent()]))
  ])
    assert.match(String(refusal), "ledger.sqlite is damaged: the event at position 1 was changed");
  await store.append(freshStream(), "no-stream", [newEvent()]);
  await store.close();
  folder.remove();
});
test.run();
//# sourceMappingURL=flippedLedger.test.js.map
