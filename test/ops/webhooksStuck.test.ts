import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { WebhookDeliveryState } from '../../src/commands/webhook/webhookDeliveryState.ts';
import { attemptEvents, MAX_OFF_MS } from '../../src/dispatcher/attemptOutcome.ts';
import { ROOT } from '../support/project.ts';
import { alarmQueries } from './opsQueries.ts';

const test = suite('the alarm of webhooks that are pending for too long');

/** From the first failed attempt to the last one. */
function retriesMs(): number {
  let atMs = 0;
  for (let failedAttempts = 0; ; failedAttempts++) {
    const delivery = { endpointId: 'e', failedAttempts } as WebhookDeliveryState;
    const [failed] = attemptEvents(delivery, { outcome: 'failed', reason: 'timeout', detail: '' }, 1, atMs);
    if (failed?.type !== 'WebhookAttemptFailed') throw new Error('the attempt did not fail');
    if (failed.data.nextAttemptAt === null) return atMs;
    atMs = Date.parse(failed.data.nextAttemptAt);
  }
}

test('does not ring for what is retried, nor for what waited for an endpoint that was off', () => {
  const query = alarmQueries.find((each) => each.includes('postledger_webhook_oldest_pending_seconds'));
  const seconds = Number(/> (\d+)$/.exec(query ?? '')?.[1]);
  assert.ok(seconds * 1_000 > retriesMs() + MAX_OFF_MS, `${seconds} s`);
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  assert.match(
    page,
    `| \`postledger_webhook_oldest_pending_seconds\` | above ${seconds.toLocaleString('en')} (${Math.round(seconds / 3_600)} h) |`,
  );
});

test.run();
