import { Readable } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { subscribe } from '../../../src/adapters/eventstoredb/subscribe.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import { noted, sessionWith } from './fakeSession.ts';

const test = suite('subscriptions of EventStoreDB: drops');

/** A server each of whose subscriptions delivers `delivers` more events and is then lost. */
function droppingServer(delivers: number) {
  let sent = 0;
  const waitsMs: number[] = [];
  const levels: string[] = [];
  const session = sessionWith(({ isSubscription }) => {
    if (!isSubscription) return Readable.from([]);
    const subscription = new Readable({ objectMode: true, read() {} });
    for (let n = 0; n < delivers; n++) subscription.push(noted(++sent));
    setImmediate(() => setImmediate(() => subscription.destroy(new Error('dropped'))));
    return subscription;
  });
  const stop = new AbortController();
  const quiet = { failed: () => {}, succeeded: () => {}, reason: () => null };
  const drops = 12;
  const context = {
    connection: { current: () => session, closed: false, renew: () => {} },
    leader: { refusal: () => null, answered: () => {} },
    outages: { append: quiet, read: quiet },
    deadlines: { callMs: 9_000, attemptMs: 3_500 },
    clock: {
      monotonicMs: () => 0,
      sleep: async (ms: number) => {
        waitsMs.push(ms);
        if (waitsMs.length === drops) stop.abort();
      },
    },
    log: { warn: () => levels.push('warn'), error: () => levels.push('error') },
    readAll: async () => ({ events: [], position: BEGINNING, caughtUp: false }),
    attach: async (events: readonly unknown[]) => events,
  };
  return {
    waitsMs,
    levels,
    batches: subscribe(context as unknown as Parameters<typeof subscribe>[0], {
      after: BEGINNING,
      signal: stop.signal,
    }),
  };
}

test('drops with events between them count as first drops: no wait grows, and no alarm is logged', async () => {
  const { waitsMs, levels, batches } = droppingServer(1);
  const seen: string[] = [];
  for await (const { events } of batches) seen.push(...events.map(({ id }) => id));
  assert.equal(
    seen,
    seen.map((_, at) => String(at + 1)),
  );
  assert.ok(seen.length >= 12);
  assert.ok(
    waitsMs.every((ms) => ms <= 60),
    String(waitsMs),
  );
  assert.not(levels.includes('error'));
});

test('after several drops in a row each wait is longer, up to a bound, and they are logged', async () => {
  const { waitsMs, levels, batches } = droppingServer(0);
  for await (const _ of batches) assert.unreachable();
  assert.ok(Number(waitsMs.at(-1)) >= 1_000 && Number(waitsMs.at(-1)) <= 3_000, String(waitsMs));
  assert.equal([levels[0], levels.at(-1)], ['warn', 'error']);
});

test('a subscription that does not deliver what the leader has is taken up again, at the leader, on the same connection', async () => {
  const asked: unknown[] = [];
  let renewals = 0;
  const stop = new AbortController();
  const session = sessionWith(({ requiresLeader }) => {
    asked.push(requiresLeader);
    if (asked.length === 2) stop.abort();
    return new Readable({ objectMode: true, read() {} });
  });
  const context = {
    connection: { current: () => session, closed: false, renew: () => renewals++ },
    clock: { sleep: async () => {} },
    log: { warn: () => {}, error: () => {} },
    readAll: async () => ({ events: [{}], position: '1', caughtUp: true }),
    attach: async (events: readonly unknown[]) => events,
  };
  const options = { after: BEGINNING, signal: stop.signal };
  for await (const _ of subscribe(context as unknown as Parameters<typeof subscribe>[0], options))
    assert.unreachable();
  assert.equal([asked, renewals], [[false, true], 0]);
});

test.run();
