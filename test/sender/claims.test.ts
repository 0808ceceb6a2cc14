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

test('of more claims than are kept the oldest are forgotten, and forgotten ones make room', () => {
  const own = claims<string>(3);
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) own.release(id);
  for (const id of ids) own.keep(id, `outcome of ${id}`);
  assert.equal(ids.map(own.isReleased), [false, true, true, true]);
  assert.equal(ids.map(own.outcomeOf), [undefined, 'outcome of b', 'outcome of c', 'outcome of d']);
  own.forget('c');
  own.release('e');
  own.keep('e', 'outcome of e');
  assert.equal(['b', 'c', 'd', 'e'].map(own.isReleased), [true, false, true, true]);
  assert.is(own.outcomeOf('b'), 'outcome of b');
  assert.is(own.outcomeOf('c'), undefined);
  for (const id of ['b', 'd', 'e']) own.forget(id);
  assert.equal(
    [...ids, 'e'].filter((id) => own.isReleased(id) || own.outcomeOf(id) !== undefined),
    [],
  );
});

test.run();
