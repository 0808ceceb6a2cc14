// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStoreDb, openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import type { EventBatch } from '../../../src/ports/eventStore.ts';
import { fill, freshStream, idsOf, newEvent } from '../../contract/eventStore/events.ts';
import { startCluster } from '../../double/cluster.ts';
import { type EventStoreDouble, startDouble } from '../../double/eventStoreServer.ts';
import { quietLog } from '../../support/quietLog.ts';
import { wallClock } from '../../support/wallClock.ts';

const test = suite('EventStoreDB adapter: pages of rare types');

const RARE: readonly string[] = ['Rare'];
const STRETCHES = 21;
const STRETCH_EVENTS = 1_000;
/** Of 21,000 records, how many may be sent to a reader of 21 of them. */
const FEW = 3_000;

const opened = (url: string) => openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 60_000 });

/** Stretches of other events, each with a rare one behind it. */
async function filled(store: EventStoreDb): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < STRETCHES; n++) {
    await fill(store, freshStream(), STRETCH_EVENTS, 'Common');
    const event = newEvent({ n }, 'Rare');
    await store.append(freshStream(), 'no-stream', [event]);
    ids.push(event.id);
  }
  await fill(store, freshStream(), STRETCH_EVENTS / 2, 'Common');
  return ids;
}

async function readRare(
  store: EventStoreDb,
  {
    limit = 8,
    onPage = () => {},
  }: { limit?: number; onPage?: (page: EventBatch, pages: number) => void } = {},
): Promise<{ seen: RecordedEvent[]; position: Position }> {
  const seen: RecordedEvent[] = [];
  let position = BEGINNING;
  for (let pages = 1; ; pages++) {
    const page = await store.readAll({ after: position, limit, types: RARE });
    assert.ok(page.position > position || page.caughtUp, 'each page moves on');
    seen.push(...page.events);
    position = page.position;
    if (page.caughtUp) return { seen, position };
    onPage(page, pages);
  }
}

const sentBy = (servers: readonly EventStoreDouble[]) =>
  servers.reduce((sum, { gate }) => sum + gate.read + gate.delivered, 0);

for (const version of ['23.10', '24.10'] as const) {
  test(`${version}: few of the records that a reader does not want go over the wire`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    const ids = await filled(store);
    const { seen, position } = await readRare(store);
    assert.equal(idsOf(seen), ids);
    assert.is(position, await store.head(), 'up to the end, which an ordinary page tells');
    const sent = sentBy([server]);
    assert.ok(sent < FEW, `${sent} records were sent`);
    await store.close();
    await server.stop();
  });

  test(`${version}: a reader of what is not there moves on by checkpoints`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    await fill(store, freshStream(), STRETCHES * STRETCH_EVENTS, 'Common');
    const { seen, position } = await readRare(store);
    assert.equal([seen.length, position], [0, await store.head()]);
    const sent = sentBy([server]);
    assert.ok(sent < FEW, `${sent} records were sent`);
    await store.close();
    await server.stop();
  });

  test(`${version}: calls that are dropped in the middle of a page lose nothing, and repeat little`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    const ids = await filled(store);
    let drops = 0;
    const dropping = setInterval(() => {
      if (server.gate.delivered > 3 * drops && drops < 4) {
        drops += 1;
        server.gate.dropCalls();
      }
    }, 1);
    const { seen } = await readRare(store);
    clearInterval(dropping);
    assert.equal(idsOf(seen), ids);
    assert.ok(drops > 0);
    const sent = sentBy([server]);
    assert.ok(sent < FEW + drops * STRETCH_EVENTS, `${sent} records were sent, and ${drops} calls dropped`);
    await store.close();
    await server.stop();
  });

  test(`${version}: another leader goes on where the one before ended`, async () => {
    const cluster = await startCluster(version);
    const store = opened(cluster.url);
    const ids = await filled(store);
    const onPage = (_: EventBatch, pages: number) => {
      if (pages === 2) cluster.elect((cluster.leader() + 1) % 3);
    };
    const { seen } = await readRare(store, { onPage });
    assert.equal(idsOf(seen), ids);
    const sent = sentBy(cluster.nodes);
    assert.ok(sent < FEW + STRETCH_EVENTS, `${sent} records were sent`);
    await store.close();
    await cluster.stop();
  });

  test(`${version}: a page that goes on at a scavenged record gives the event after it`, async () => {
    const server = await startDouble({ version });
    const store = opened(server.url);
    await fill(store, freshStream(), 2 * STRETCH_EVENTS, 'Common');
    const events = Array.from({ length: 6 }, () => newEvent({}, 'Rare'));
    for (const event of events) await store.append(freshStream(), 'no-stream', [event]);
    await fill(store, freshStream(), 2 * STRETCH_EVENTS, 'Common');
    const onPage = ({ position, events }: EventBatch) => {
      if (events.length > 0) server.scavenge(BigInt(position));
    };
    const { seen } = await readRare(store, { limit: 1, onPage });
    assert.equal(idsOf(seen), idsOf(events));
    assert.ok(server.gate.delivered >= events.length, 'by the filter');
    await store.close();
    await server.stop();
  });
}

test.run();
