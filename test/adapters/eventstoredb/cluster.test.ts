// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type EventStoreDb, openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { EventStoreUnavailable, RevisionConflict } from '../../../src/ports/eventStore.ts';
import { freshStream, newEvent, rejection } from '../../contract/eventStore/events.ts';
import { type ClusterDouble, startCluster } from '../../double/cluster.ts';
import { eventually } from '../../e2e/eventually.ts';
import { quietLog } from '../../support/quietLog.ts';
import { wallClock } from '../../support/wallClock.ts';
import { follow } from './follow.ts';
import { assertKept, startLoad, wholeLog } from './load.ts';

const test = suite('EventStoreDB adapter: three nodes');
let cluster: ClusterDouble;
let store: EventStoreDb;
const warnings: string[] = [];
const log = { ...quietLog, warn: (_: object, message: string) => void warnings.push(message) };

test.before.each(async () => {
  cluster = await startCluster();
  warnings.length = 0;
  store = openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 60_000 });
});
test.after.each(async () => {
  await store.close();
  await cluster.stop();
});

/** A client whose calls run out of time while there is no majority. */
const openHasty = () =>
  openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 2_500, attemptMs: 2_200 });

/** Waits until it has had an answer: its first connection may take longer than its calls may. */
const answers = (hasty: EventStoreDb) =>
  eventually('it answers', () =>
    hasty.head().then(
      () => true,
      () => false,
    ),
  );

/** What was acknowledged is there, once, and a subscription met all of it. */
async function nothingLost(change: () => unknown): Promise<void> {
  const reader = follow(store);
  const load = startLoad(store, 16);
  await load.more(100);
  await change();
  await load.more(200);
  await load.stop();
  const whole = await wholeLog(store);
  assertKept(whole, load);
  await reader.upTo(whole.at(-1)?.position ?? BEGINNING);
  assert.equal(
    (await reader.stop()).map(({ id }) => id),
    whole.map(({ id }) => id),
  );
}

test('a leader that resigns names the next one: calls go there', () => nothingLost(() => cluster.elect(1)));

test('a leader that is gone is replaced: calls find the next one', () =>
  nothingLost(async () => {
    cluster.elect(2);
    await cluster.stopNode(0);
  }));

test('without a majority nothing is acknowledged, and it goes on when there is one', async () => {
  const hasty = openHasty();
  const stream = freshStream();
  const events = [newEvent()];
  await answers(hasty);
  cluster.loseQuorum();
  assert.instance(await rejection(hasty.append(stream, 'no-stream', events)), EventStoreUnavailable);
  const waiting = store.append(stream, 'no-stream', events);
  await cluster.regainQuorum();
  assert.is((await waiting).revision, 0);
  assert.is((await store.readStream(stream)).length, 1);
  await hasty.close();
});

test('an append that ran out of time without a majority is there afterwards, or is not, and the answer is right in both cases', async () => {
  const hasty = openHasty();
  for (const becomes of ['kept', 'cut off'] as const) {
    const stream = freshStream();
    const events = [newEvent()];
    await answers(hasty);
    cluster.loseQuorum();
    assert.instance(await rejection(hasty.append(stream, 'no-stream', events)), EventStoreUnavailable);
    if (becomes === 'cut off') cluster.elect(1);
    await cluster.regainQuorum();
    const other = store.append(stream, 'no-stream', [newEvent()]);
    if (becomes === 'kept') assert.instance(await rejection(other), RevisionConflict);
    else await other;
    const again = store.append(stream, 'no-stream', events);
    if (becomes === 'kept') assert.is((await again).revision, 0);
    else assert.instance(await rejection(again), RevisionConflict);
    assert.is((await store.readStream(stream)).length, 1);
  }
  await hasty.close();
});

test('a follower that lags is left for the leader, over the same connection', async () => {
  const reading = openEventStoreDb(`${cluster.url}&nodePreference=follower`, { clock: wallClock, log });
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  for (const node of [1, 2]) cluster.freezeReplication(node);
  const stop = new AbortController();
  // A guard: what has not come by then is not going to.
  const guard = setTimeout(() => stop.abort(), 30_000);
  const seen: string[] = [];
  const late = newEvent();
  for await (const { events, caughtUp } of reading.subscribe({ after: BEGINNING, signal: stop.signal })) {
    seen.push(...events.map(({ id }) => id));
    if (seen.length === 1 && caughtUp) await store.append(freshStream(), 'no-stream', [late]);
    if (seen.length === 2) stop.abort();
  }
  clearTimeout(guard);
  assert.is(seen[1], late.id);
  const [byLeader = 0, ...byFollowers] = cluster.nodes.map(({ gate }) => gate.delivered);
  assert.ok(byLeader > 0 && byFollowers.some((delivered) => delivered > 0), 'a follower gave the first');
  assert.equal(
    warnings.filter((message) => message.includes('made again')),
    [],
  );
  await reading.close();
});

test.run();
