import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LONGEST_TRANSACTION_MS } from '../../src/adapters/smtp/relayMailer.ts';
import { CLAIM_TIMEOUT_MS, claims, FRESH, newClaim } from '../../src/sender/claims.ts';
import { seededIds } from '../support/seededIds.ts';

const test = suite('claims');

test('a transaction begun at the end of the fresh tenth is over before anybody takes the claim', () => {
  const latestEndMs = CLAIM_TIMEOUT_MS * FRESH + LONGEST_TRANSACTION_MS;
  // Clocks of two machines may differ, and the outcome is yet to be recorded.
  assert.ok(latestEndMs + 60_000 <= CLAIM_TIMEOUT_MS, `${latestEndMs} ms of ${CLAIM_TIMEOUT_MS}`);
});

test('a claim is our own and unused until something was sent under it', () => {
  const own = claims<string>();
  const id = newClaim(seededIds(), own);
  assert.ok(own.isReleased(id));
  own.forget(id);
  assert.not.ok(own.isReleased(id));
  own.keep(id, 'sent');
  assert.is(own.outcomeOf(id), 'sent');
});

test.run();
