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

/** The bound that is asked for: what takes longer fails. */
async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${ms} ms`)), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

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
  // The appends' call is older than the subscription: when a reset ended it, cancelling the other one stopped the process.
  const load = startLoad(store, 16);
  await load.more(50);
  const reader = follow(store);
  await load.more(50);
  await change();
  await load.more(200);
  await load.stop();
  // A new leader shows what it has acknowledged 0.3 s later.
  let whole = await wholeLog(store);
  await eventually('all that was acknowledged is shown', async () => {
    whole = await wholeLog(store);
    return whole.length >= load.acknowledged.size;
  });
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

test('appends leave a node that was cut off, as soon as another leads', async () => {
  // By itself the call that appends go over ends after some ten seconds.
  const calling = openEventStoreDb(cluster.url, { clock: wallClock, log, callMs: 8_000 });
  await answers(calling);
  await calling.append(freshStream(), 'no-stream', [newEvent()]);
  cluster.cutOff(0);
  const waiting = calling.append(freshStream(), 'no-stream', [newEvent()]);
  // The reads may move on before, and must not be taken for a sign that appends can be made.
  const reads = calling.head();
  cluster.elect(1);
  // Far below what it would take by itself, and above what a busy machine needs.
  await within(6_000, Promise.all([reads, waiting]));
  assert.is((await waiting).revision, 0);
  assert.is((await calling.append(freshStream(), 'no-stream', [newEvent()])).revision, 0);
  await calling.close();
});

test('while no node leads new calls are refused at once, and taken again when one does', async () => {
  await store.append(freshStream(), 'no-stream', [newEvent()]);
  cluster.cutOff(0);
  const held = store.append(freshStream(), 'no-stream', [newEvent()]);
  let refusal: unknown = null;
  // Those that are tried at first are given up here: their calls may take a minute.
  const tried = (call: Promise<unknown>) =>
    Promise.race([
      call.then(
        () => null,
        (error: unknown) => error,
      ),
      new Promise((resolve) => setTimeout(resolve, 100)),
    ]);
  await eventually('an append is refused', async () => {
    refusal = await tried(store.append(freshStream(), 'no-stream', [newEvent()]));
    return refusal instanceof EventStoreUnavailable;
  });
  assert.match(String(refusal), /no node leads/);
  const renewals = warnings.filter((message) => message.includes('reconnecting')).length;
  assert.ok(renewals <= 1, `${renewals} renewals`);
  cluster.elect(1);
  assert.is((await held).revision, 0);
  assert.is((await store.append(freshStream(), 'no-stream', [newEvent()])).revision, 0);
});

test('a quorum that is away for 35 s under load and comes back: all who call then are served within 5 s', async () => {
  const calling = openEventStoreDb(cluster.url, { clock: wallClock, log });
  await answers(calling);
  const append = () =>
    calling.append(freshStream(), 'no-stream', [newEvent()]).then(
      () => null,
      (error: unknown) => error,
    );
  const during: Promise<unknown>[] = [];
  cluster.loseQuorum();
  for (let n = 0; n < 3_500; n++) {
    during.push(append());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await cluster.regainQuorum();
  const after = await within(5_000, Promise.all(Array.from({ length: 500 }, append)));
  assert.equal(
    after.filter((error) => error !== null),
    [],
  );
  for (const error of await Promise.all(during))
    assert.ok(error === null || error instanceof EventStoreUnavailable);
  assert.equal(warnings.filter((message) => message.includes('reconnecting')).length, 0);
  await calling.close();
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
