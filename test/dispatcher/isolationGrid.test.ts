// runs in: test:all
// timeout: 3600 s

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PostOutcome } from '../../src/ports/poster.ts';
import type { KnownSpeedClass } from '../../src/projections/webhookHealth.ts';
import { answered, dispatchFixture, timedOut } from './dispatchFixture.ts';

const test = suite('isolation of a fast endpoint, whatever its neighbours do');

/** How an endpoint of a neighbour answers, and how it is known from before a restart. */
interface Neighbour {
  readonly what: string;
  readonly takesMs: number;
  readonly outcome: PostOutcome;
  readonly speedClass: KnownSpeedClass;
}

const NEIGHBOURS: readonly Neighbour[] = [
  { what: 'answer in 50 ms', takesMs: 50, outcome: answered(200), speedClass: 'fast' },
  { what: 'answer in 250 ms', takesMs: 250, outcome: answered(200), speedClass: 'fast' },
  { what: 'answer in 1.9 s', takesMs: 1_900, outcome: answered(200), speedClass: 'slow' },
  { what: 'never answer', takesMs: 10_000, outcome: timedOut, speedClass: 'silent' },
  { what: 'answer 500 after 1.9 s', takesMs: 1_900, outcome: answered(500), speedClass: 'slow' },
];
const COUNTS = [16, 64, 256, 400];
const SLOTS = 256;
const ROUNDS = 5;
const MAILS_A_ROUND = 20;
const BETWEEN_MS = 20;
/** How long the backlog is worked off before the mails come: two answers, or half a second. */
const startedMs = ({ takesMs }: Neighbour) => Math.min(500, 2 * takesMs + 50);
/** The backlog of all neighbours keeps all slots busy until the last mail. */
const busyMs = (neighbour: Neighbour) => startedMs(neighbour) + (ROUNDS + 5) * BETWEEN_MS;
const OWN_ANSWER_MS = 1;
const MOST_LAG_MS = 100;

interface Cell {
  readonly neighbour: Neighbour;
  readonly count: number;
  /** Whether the endpoints are known from before the process began, or by what they answered to it. */
  readonly isRestart: boolean;
  /** Whether the backlog was requeued by an operator. */
  readonly isReplay: boolean;
}

async function beginCell({ neighbour, count, isRestart, isReplay }: Cell) {
  const names = Array.from({ length: count }, (_, n) => `n${n}`);
  const known = Object.fromEntries(names.map((name) => [name, neighbour.speedClass]));
  const isAnswered = neighbour.speedClass !== 'silent';
  const tookMs = Object.fromEntries(isAnswered ? names.map((name) => [name, neighbour.takesMs]) : []);
  const fixture = await dispatchFixture(
    async ({ endpointId }) => {
      const { takesMs, outcome } =
        endpointId === 'ok' ? { takesMs: OWN_ANSWER_MS, outcome: answered(200) } : neighbour;
      await fixture.clock.sleep(takesMs);
      return outcome;
    },
    isRestart ? { known: { ok: 'fast', ...known }, tookMs: { ok: OWN_ANSWER_MS, ...tookMs } } : {},
  );
  const { endpoint, mail, clock, fold, hold, history, requeueAll } = fixture;
  await endpoint('healthy', 'ok');
  for (const name of names) await endpoint(`of ${name}`, name);
  if (!isRestart) {
    await mail('healthy');
    for (const name of names) await mail(`of ${name}`);
    await clock.advance(12_000);
  }
  hold([]);
  await clock.advance(1_000);
  const each = Math.ceil((SLOTS * busyMs(neighbour)) / neighbour.takesMs / count) + 1;
  const before = history('WebhookDeliveryScheduled').length;
  for (const name of names) await mail(`of ${name}`, each);
  if (isReplay) await requeueAll(history('WebhookDeliveryScheduled').slice(before));
  await fold();
  hold([0]);
  await clock.advance(startedMs(neighbour));
  return fixture;
}

/** Milliseconds from each mail of the healthy workspace to its first post; infinite where there was none. */
async function lagsIn(cell: Cell): Promise<readonly number[]> {
  const { mail, clock, postsTo, stop } = await beginCell(cell);
  const before = postsTo('ok').length;
  const mailedAtMs: number[] = [];
  const mails: Promise<void>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < MAILS_A_ROUND; n++) mailedAtMs.push(clock.monotonicMs());
    // Its fan-out may wait a moment while many wait in memory.
    mails.push(mail('healthy', MAILS_A_ROUND));
    await clock.advance(BETWEEN_MS);
  }
  const endMs = clock.monotonicMs() + 20_000;
  while (postsTo('ok').length < before + mailedAtMs.length && clock.monotonicMs() < endMs)
    await clock.advance(BETWEEN_MS);
  await Promise.all(mails);
  const posts = postsTo('ok').slice(before);
  await stop();
  return mailedAtMs.map((atMs, n) => (posts[n]?.atMs ?? Number.POSITIVE_INFINITY) - atMs);
}

for (const neighbour of NEIGHBOURS)
  for (const count of COUNTS)
    for (const isRestart of [false, true])
      for (const isReplay of [false, true]) {
        const what = `${count} that ${neighbour.what}${isReplay ? ', requeued' : ''}${isRestart ? ', after a restart' : ''}`;
        test(what, async () => {
          const lags = [...(await lagsIn({ neighbour, count, isRestart, isReplay }))].sort((a, b) => a - b);
          const p99Ms = lags[Math.ceil(lags.length * 0.99) - 1] ?? Number.NaN;
          assert.ok(p99Ms < MOST_LAG_MS, `p99 ${p99Ms} ms`);
          assert.ok((lags.at(-1) ?? Number.NaN) < Number.POSITIVE_INFINITY, 'each is posted');
        });
      }

test.run();
