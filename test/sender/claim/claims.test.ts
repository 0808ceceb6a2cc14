import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LONGEST_TRANSACTION_MS } from '../../../src/adapters/smtp/relayMailer.ts';
import { CLAIM_TIMEOUT_MS, claims, FRESH, newClaim } from '../../../src/sender/claim/claims.ts';
import { seededIds } from '../../support/seededIds.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';

const test = suite('claims');

test('a transaction begun at the end of the fresh tenth is over before another process takes the claim', () => {
  const latestEndMs = CLAIM_TIMEOUT_MS * FRESH + LONGEST_TRANSACTION_MS;
  // Clocks of two machines may differ, and the outcome is yet to be recorded.
  assert.ok(latestEndMs + 60_000 <= CLAIM_TIMEOUT_MS, `${latestEndMs} ms of ${CLAIM_TIMEOUT_MS}`);
});

test('a claim is our own and unused until something was sent under it', () => {
  const own = claims<readonly string[]>();
  const id = newClaim(seededIds(), own);
  assert.ok(own.isReleased(id));
  own.forget(id);
  assert.not.ok(own.isReleased(id));
  own.remember(id, ['sent']);
  assert.equal(own.outcomeOf(id), ['sent']);
});

/** Adds it as the newest, also where it is there already; beyond the bound the oldest goes. */
function added(ids: string[], id: string, bound: number): void {
  without(ids, id);
  ids.push(id);
  if (ids.length > bound) ids.shift();
}

function without(ids: string[], id: string): void {
  if (ids.includes(id)) ids.splice(ids.indexOf(id), 1);
}

function randomClaims(seed: number, bound: number, steps: number): void {
  const random = seededRandom(seed);
  const own = claims<{ readonly step: number }>({ maxRemembered: bound });
  const ids = seededIds(`claims ${seed}`);
  const known = Array.from({ length: 3 * bound }, (_, n) => `claim-${n}`);
  const released: string[] = [];
  const kept: string[] = [];
  const outcomes = new Map<string, number>();
  for (let step = 0; step < steps; step++) {
    const id = known[Math.floor(random() * known.length)] ?? '';
    const draw = random();
    if (draw < 0.3) {
      own.release(id);
      added(released, id, bound);
    } else if (draw < 0.6) {
      own.remember(id, { step });
      added(kept, id, bound);
      outcomes.set(id, step);
    } else if (draw < 0.9) {
      own.forget(id);
      without(released, id);
      without(kept, id);
    } else {
      const claim = newClaim(ids, own);
      known[Math.floor(random() * known.length)] = claim;
      added(released, claim, bound);
    }
    const where = `SEED=${SEED}, run ${seed}, step ${step}`;
    for (const one of known) {
      assert.is(own.isReleased(one), released.includes(one), `${one} is released (${where})`);
      assert.is(
        own.outcomeOf(one)?.step,
        kept.includes(one) ? outcomes.get(one) : undefined,
        `${one} (${where})`,
      );
    }
  }
  for (const id of [...released, ...kept]) own.forget(id);
  for (const id of [...known, ...released, ...kept])
    assert.equal([own.isReleased(id), own.outcomeOf(id)], [false, undefined], `${id} is forgotten`);
}

for (const run of [1, 2, 3])
  test(`random claims are known up to the bound, the newest ones (SEED=${SEED}, run ${run})`, () =>
    randomClaims(SEED * 10 + run, 2 * run, 2_000));

test.run();
