import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../src/follow/fold/projection.ts';
import { type LastHoursDocument, lastHours, stepsSince } from '../../src/projections/lastHours.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';

const test = suite('read model of the last hours');
const W = 'w';
type Given = readonly [at: string, type: string, data?: object, workspace?: string];

async function folded(...given: readonly Given[]) {
  const collection = await openProjection(memoryDocuments(), lastHours);
  const events = given.map(
    ([at, type, data = {}, workspace = W], n): RecordedEvent => ({
      ...{ id: `${n}`, type, data, stream: `s-${n}`, revision: 0, position: positionAt(n + 1) },
      metadata: {
        v: 1,
        workspace,
        actor: 'a',
        correlation: 'c',
        causation: null,
        at: `2026-01-01T${at}:00.000Z`,
      },
    }),
  );
  await foldInto(lastHours as AnyProjection, collection, events);
  return (from: string, workspace = W) =>
    stepsSince(collection, workspace, Date.parse(`2026-01-01T${from}:00.000Z`));
}

const figures = ({ accepted, delivered, failed, posted, unposted }: LastHoursDocument) => [
  ...[accepted, delivered, failed, posted, unposted],
];

test('counts recipients and attempts at the time of the event, each workspace by itself', async () => {
  const since = await folded(
    ['10:01', 'EmailAccepted', { recipients: [{}, {}, {}] }],
    ['10:02', 'SmsAccepted'],
    ['10:04', 'Delivered'],
    ['10:04', 'WebhookAttemptFailed'],
    ['10:06', 'Bounced', {}],
    ['10:07', 'Bounced', { repeated: true }],
    ['10:07', 'SmsFailed', { nextAttemptAt: '2026-01-01T11:00:00.000Z' }],
    ['10:08', 'SmsFailed', { nextAttemptAt: null }],
    ['10:09', 'WebhookDelivered'],
    ['10:09', 'Complained', {}, 'other'],
  );
  assert.equal((await since('10:00')).map(figures), [
    [4, 1, 0, 0, 1],
    [0, 0, 2, 1, 0],
  ]);
  assert.equal((await since('10:05')).map(figures), [[0, 0, 2, 1, 0]]);
  assert.equal((await since('10:00', 'other')).map(figures), [[0, 0, 1, 0, 0]]);
});

test('two hours later the place is used again, and what comes later still from before is left out', async () => {
  const since = await folded(
    ['10:01', 'Delivered'],
    ['12:03', 'Delivered'],
    ['10:02', 'Delivered'],
    ['12:04', 'Delivered'],
    ['11:58', 'Delivered'],
  );
  assert.equal(
    (await since('00:00')).map(({ fromMs, delivered }) => [
      new Date(fromMs).toISOString().slice(11, 16),
      delivered,
    ]),
    [
      ['11:55', 1],
      ['12:00', 2],
    ],
  );
});

test.run();
