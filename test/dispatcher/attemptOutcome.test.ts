import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SealBroken } from '../../src/adapters/node/sealedSecrets.ts';
import { redeliver } from '../../src/commands/webhook/redeliver.ts';
import type { WebhookDeliveryState } from '../../src/commands/webhook/webhookDeliveryState.ts';
import { attemptEvents } from '../../src/dispatcher/attemptOutcome.ts';
import { PART } from '../../src/events/schema.ts';
import { webhookDelivery } from '../../src/events/webhookDelivery.ts';
import type { PostFailureReason, PostOutcome } from '../../src/ports/poster.ts';
import type { Secrets } from '../../src/ports/secrets.ts';

import { noMetrics } from '../support/quietLog.ts';
import { answered, fixture, MINUTE_MS } from './workerFixture.ts';

const test = suite('outcomes of attempts');

const failedFor = (reason: PostFailureReason): PostOutcome => ({ outcome: 'failed', reason, detail: 'x' });

/** Secrets under another master key, until an operator gives back the right one. */
function brokenSecrets() {
  let isBroken = true;
  const secrets: Pick<Secrets, 'open'> = {
    open: (sealed) => {
      if (isBroken) throw new SealBroken();
      return sealed;
    },
  };
  const mend = () => {
    isBroken = false;
  };
  return { secrets, mend };
}

test('a secret that does not open is a failed attempt like others: seven of them, and the delivery is dead', async () => {
  const { secrets, mend } = brokenSecrets();
  const { run, posts, clock, history, work } = await fixture(() => answered(200), { secrets });
  for (let n = 0; n < 7; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
  }
  assert.equal(history()[0], {
    type: 'WebhookAttemptFailed',
    data: {
      ...{ endpointId: 'e', attempt: 1, status: null, reason: 'secret_unreadable', durationMs: 0 },
      nextAttemptAt: '2026-01-01T00:01:00.000Z',
    },
  });
  assert.is(history().length, 8);
  assert.is(history().at(-1)?.type, 'WebhookDeliveryDied');
  assert.is(work(), null);
  assert.is(posts.length, 0);
  mend();
  await run();
  assert.is(posts.length, 0);
});

test('a secret that opens again is signed with at the next attempt', async () => {
  const { secrets, mend } = brokenSecrets();
  const { run, posts, clock, history } = await fixture(() => answered(200), { secrets });
  await run();
  mend();
  await clock.advance(MINUTE_MS);
  await run();
  assert.is(posts.length, 1);
  assert.is(history().at(-1)?.type, 'WebhookDelivered');
});

test('the answer is recorded with the attempt, with any status, and nothing where there is none', async () => {
  const { run, clock, history } = await fixture((_, attempt) =>
    attempt === 1 ? answered(500, 'no such table') : attempt === 2 ? answered(503) : answered(200, 'thanks'),
  );
  for (let n = 0; n < 3; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
  }
  const answers = history().map(({ data }) => (data as { answer?: string }).answer);
  assert.equal(answers, ['no such table', undefined, 'thanks']);
});

test('what is recorded fits the schema, and the answer is marked as personal', async () => {
  const { run, clock, history } = await fixture((_, attempt) => answered(attempt === 1 ? 500 : 200, 'hello'));
  await run();
  await clock.advance(MINUTE_MS);
  await run();
  for (const { type, data: recorded } of history()) {
    // The fixture's endpoint has a short name.
    const data = { ...(recorded as object), endpointId: '6f1f2b6a-9a52-4e55-8b0e-5c7f2d9a1b10' };
    const { schema } = webhookDelivery.definitions[type as 'WebhookDelivered' | 'WebhookAttemptFailed'];
    assert.ok(Value.Check(schema, data), type);
    const { answer = {} }: Record<string, object> = schema.properties;
    assert.is(Reflect.get(answer, PART), 'contents', type);
  }
});

test('the metric names what the event names', async () => {
  const outcomes: unknown[] = [];
  const ends: unknown[] = [];
  const count = (name: string, labels: Readonly<Record<string, string>> = {}) => {
    if (name === 'postledger_webhook_attempts_total') outcomes.push(labels.outcome);
    if (name === 'postledger_webhook_deliveries_ended_total') ends.push(labels.as);
  };
  const metrics = { ...noMetrics, count };
  const met: readonly PostOutcome[] = [
    answered(302),
    ...(['timeout', 'dns', 'connect', 'refused', 'reset', 'tls'] as const).map(failedFor),
  ];
  const { run, clock, history, ledger } = await fixture((_, attempt) => met[attempt - 1] ?? answered(200), {
    metrics,
  });
  for (let n = 0; n < 8; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
    if (n === 6) {
      const origin = { workspace: 'w', actor: 'operator', correlation: 'c', causation: null };
      await redeliver(ledger, origin, 'd');
    }
  }
  const words = ['status', 'timeout', 'dns', 'connect', 'refused', 'reset', 'tls'];
  assert.equal(outcomes, [...words, 'delivered']);
  assert.equal(ends, ['dead', 'delivered'], 'after the seventh attempt, and of what was redelivered');
  const reasons = history().flatMap(({ data }) => (data as { reason?: string }).reason ?? []);
  assert.equal(reasons, words);
});

test('seven attempts with the delays of the specification between them', () => {
  const nextAfter = (failedAttempts: number) => {
    const delivery = { endpointId: 'e', failedAttempts } as WebhookDeliveryState;
    const [failed, ...more] = attemptEvents(delivery, failedFor('timeout'), 1, 0);
    if (failed?.type !== 'WebhookAttemptFailed') return assert.unreachable();
    const { nextAttemptAt } = failed.data;
    return nextAttemptAt === null ? more.map(({ type }) => type) : Date.parse(nextAttemptAt) / MINUTE_MS;
  };
  assert.equal([0, 1, 2, 3, 4, 5, 6, 7].map(nextAfter), [
    1,
    5,
    30,
    120,
    480,
    1_440,
    ['WebhookDeliveryDied'],
    ['WebhookDeliveryDied'],
  ]);
});

test.run();
