// runs in: test:all

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embeddedEventStore } from '../../src/adapters/embedded/log/eventStore.ts';
import { openSqlite, PAGE_BYTES } from '../../src/adapters/embedded/sqlite.ts';
import { partsFault } from '../../src/events/commitments.ts';
import { BEGINNING, type RecordedEvent } from '../../src/events/event.ts';
import type { EventStore } from '../../src/ports/eventStore.ts';
import { freshStream, newEvent, numbered } from '../contract/eventStore/events.ts';
import { eventWithParts } from '../contract/eventStore/parts.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { SEED } from '../support/testRun.ts';

const STREAMS = 100;
const FLIPS = 50;
const LEDGER = 'ledger.sqlite';
const test = suite('a ledger with a flipped bit');

/** A closed ledger of streams with two events each, its files whole. */
async function written() {
  const folder = temporaryFolder();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  const streams = Array.from({ length: STREAMS }, () => freshStream());
  for (const stream of streams) await store.append(stream, 'no-stream', parted(2));
  const events = await everyEvent(store);
  await store.close();
  const db = openSqlite(join(folder.path, LEDGER), { busyTimeoutMs: 0 });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = db.prepare("SELECT (pageno - 1) * pgsize AS at FROM dbstat WHERE name = 'places'").all();
  db.close();
  return { folder, streams, events, indexPages: pages as unknown as readonly { at: number }[] };
}

async function everyEvent(store: EventStore): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let after = BEGINNING; ; ) {
    const page = await store.readAll({ after, limit: 1_000 });
    all.push(...page.events.map(withWholeParts));
    after = page.position;
    if (page.caughtUp) return all;
  }
}

/** Events with a part each. */
const parted = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    eventWithParts({ people: JSON.stringify({ to: `ann${n}@example.com` }) }),
  );

/** As the store that joins them does. */
function withWholeParts(event: RecordedEvent): RecordedEvent {
  const fault = partsFault(event, event.parts ?? {});
  if (fault !== null) throw new Error(`the event at position ${event.position} ${fault}`);
  return event;
}

const orError = <Result>(work: Promise<Result>) => work.catch((error: Error) => error);

for (const where of ['anywhere', 'in the index of streams'])
  test(`${where}: no event is served that differs, none is missing unsaid, no key counts twice (seed ${SEED})`, async () => {
    const { folder, streams, events, indexPages } = await written();
    const bytes = readFileSync(join(folder.path, LEDGER));
    const random = seededRandom(SEED);
    let noticed = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const path = join(folder.path, String(flip));
      mkdirSync(path);
      const changed = Buffer.from(bytes);
      const page = indexPages[Math.floor(random() * indexPages.length)];
      const place =
        where === 'anywhere' || page === undefined
          ? Math.floor(random() * bytes.length)
          : page.at + Math.floor(random() * PAGE_BYTES);
      const bit = Math.floor(random() * 8);
      changed[place] = (changed[place] ?? 0) ^ (1 << bit);
      writeFileSync(join(path, LEDGER), changed);
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
        const own = await orError(store.readStream(stream).then((read) => read.map(withWholeParts)));
        const expected = events.filter((event) => event.stream === stream);
        if (!(own instanceof Error)) assert.equal(own, expected, `${says}, ${stream}`);
        const repeated = await orError(store.append(stream, 'no-stream', [newEvent()]));
        assert.instance(repeated, Error, `${says}: ${stream} was appended to as if it were new`);
      }
      await store.close();
    }
    // A changed entry of the index is mended at the opening: it is rebuilt.
    if (where === 'anywhere') assert.ok(noticed > FLIPS / 10, `${noticed} of ${FLIPS} were noticed`);
    folder.remove();
  });

test('in the stream of an old event: its stream is not served as shorter, and its key is not taken for a new one', async () => {
  const { folder, streams } = await written();
  const [stream = ''] = streams;
  const before = await embeddedEventStore(folder.path, { log: quietLog });
  // More than the last events, which a start checks.
  for (let n = 0; n < 11; n++) await before.append(freshStream(), 'no-stream', numbered(100));
  await before.close();
  const db = openSqlite(join(folder.path, LEDGER), { busyTimeoutMs: 0 });
  db.exec("UPDATE events SET stream = 'another' WHERE position = 1");
  db.close();
  const store = await embeddedEventStore(folder.path, { log: quietLog });
  for (const refusal of [
    await orError(store.readStream(stream)),
    await orError(store.append(stream, 'no-stream', [newEvent()])),
  ])
    assert.match(String(refusal), 'ledger.sqlite is damaged: the event at position 1 was changed');
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  await store.close();
  folder.remove();
});

test.run();
