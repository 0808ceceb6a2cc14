import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SealBroken } from '../../src/adapters/node/sealedSecrets.ts';
import type { Secrets } from '../../src/ports/secrets.ts';

import { answered, house, MINUTE_MS } from './workerHouse.ts';

const test = suite('outcomes of attempts');

/** Secrets under another master key, until an operator gives back the right one. */
function brokenSecrets() {
  let isBroken = true;
  const secrets: Secrets = {
    seal: (text) => text,
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
  const { run, posts, clock, story, work } = await house(() => answered(200), { secrets });
  for (let n = 0; n < 7; n++) {
    await run();
    await clock.advance(24 * 60 * MINUTE_MS);
  }
  assert.equal(story()[0], {
    type: 'WebhookAttemptFailed',
    data: {
      ...{ attempt: 1, status: null, reason: 'secret_unreadable', durationMs: 0 },
      nextAttemptAt: '2026-01-01T00:01:00.000Z',
    },
  });
  assert.is(story().length, 8);
  assert.is(story().at(-1)?.type, 'WebhookDeliveryDied');
  assert.is(work(), null);
  assert.is(posts.length, 0);
  mend();
  await run();
  assert.is(posts.length, 0);
});

test('a secret that opens again is signed with at the next attempt', async () => {
  const { secrets, mend } = brokenSecrets();
  const { run, posts, clock, story } = await house(() => answered(200), { secrets });
  await run();
  mend();
  await clock.advance(MINUTE_MS);
  await run();
  assert.is(posts.length, 1);
  assert.is(story().at(-1)?.type, 'WebhookDelivered');
});

test.run();
