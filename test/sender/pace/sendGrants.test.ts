import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import type { PaceRule, PaceWindow } from '../../../src/ports/pace.ts';
import { sendGrants } from '../../../src/sender/pace/sendGrants.ts';
import { rejection } from '../../contract/eventStore/events.ts';
import { countedPace, freePermit } from '../../support/freePace.ts';
import { type Random, seededRandom } from '../../support/seededRandom.ts';
import { SEED } from '../../support/testRun.ts';
import { CORRELATION, recipient, type SenderBench, senderBench, WORKSPACE } from '../senderBench.ts';

const test = suite('granted sends');
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';

test('sends that were granted and did not happen are given back', async () => {
  const recipients = Array.from({ length: 8 }, (_, n) => recipient(n, `p${n}@b.example`));
  const cases = {
    'nothing is left to do': { used: 8, before: (bench: SenderBench) => bench.run(ID) },
    'all are suppressed': { used: 0, before: suppressAll },
    'the body cannot be had': {
      used: 0,
      email: { text: { sha256: 'f'.repeat(64), bytes: 70_000 } as never },
    },
    'another process is faster': { used: 0, before: claimAll },
  };
  for (const [name, { used, before = async () => {}, email = {} }] of Object.entries<Case>(cases)) {
    const pace = countedPace(100);
    const bench = await senderBench({ pace });
    await bench.accept(ID, { recipients, ...email });
    await before(bench);
    let permitted = 0;
    await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ }).catch(() => {});
    await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ }).catch(() => {});
    assert.is(permitted, 0, name);
    // Of those that were sent the first went by the permit of its item.
    assert.is(pace.left, 100 - Math.max(0, used - 1), name);
  }
});

test('a send counts as used with any answer of the server, and so does a simulated one', async () => {
  for (const [address, answer] of [
    ['b.example', { outcome: 'submitted', response: '250 ok' }],
    ['b.example', { outcome: 'deferred', fault: 'recipient', diagnostic: '451 later' }],
    ['example.com', { outcome: 'submitted', response: '' }],
  ] as const) {
    const pace = countedPace(100);
    const bench = await senderBench({ pace });
    bench.mailer.answer = () => answer;
    await bench.accept(ID, {
      recipients: Array.from({ length: 8 }, (_, n) => recipient(n, `p${n}@${address}`)),
    });
    let permitted = 0;
    await bench.run(ID, bench.worker, { ...freePermit, use: () => permitted++ });
    assert.is(permitted, 1);
    assert.is(pace.left, 93, `${address} ${answer.outcome}`);
  }
});

test('where one cannot be given back the others are', async () => {
  const returned: number[] = [];
  const pace = {
    take: async (_workspace: string, _limits: PaceRule, wanted: number) => ({
      granted: wanted,
      retryAfterMs: 0,
      window: { slot: wanted, day: null },
    }),
    refund: async (_workspace: string, { slot }: PaceWindow) => {
      if (slot === 2) throw new Error('the pace is away');
      returned.push(slot);
    },
  };
  const grants = sendGrants(pace, WORKSPACE, async () => ({ perSecond: 100, perDay: null }), null);
  await grants.upTo(2);
  await grants.upTo(5);
  assert.match(String(await rejection(grants.finish())), 'the pace is away');
  assert.equal(returned, [3]);
});

interface Case {
  readonly used: number;
  readonly before?: (bench: SenderBench) => Promise<unknown>;
  readonly email?: Partial<EmailAccepted>;
}

async function suppressAll({ store, ledger, fold }: SenderBench): Promise<void> {
  const origin = { workspace: WORKSPACE, actor: 'operator', correlation: CORRELATION, causation: null };
  for (let n = 0; n < 8; n++) {
    const added = { type: 'SuppressionAdded', data: { address: `p${n}@b.example`, reason: null } };
    const { suppressionId } = recipient(n, `p${n}@b.example`);
    await store.append(`suppression-${suppressionId}`, 'no-stream', newEvents(ledger, origin, [added]));
  }
  await fold();
}

/** Another sender claims every recipient just before this one would. */
async function claimAll(bench: SenderBench): Promise<void> {
  const { store } = bench;
  const { append } = store;
  store.append = async (...call) => {
    store.append = append;
    bench.mailer.answer = () => new Promise(() => {});
    void bench
      .anotherWorker({ pace: countedPace(100) })
      .run(ID, NOTHING, new AbortController().signal, freePermit);
    while (bench.mailer.sent.length < 8) await new Promise((resolve) => setImmediate(resolve));
    return append(...call);
  };
}

const NOTHING = { partition: 0, lane: WORKSPACE, dueAtMs: 0 };

/** A pace that grants, refuses and fails at random; it keeps what is out of each of its windows. */
function moodyPace(random: Random) {
  const out = new Map<number, number>();
  const pace = {
    /** How many were wanted by the last question; null: it was not asked. */
    wanted: null as number | null,
    granted: 0,
    out: () => [...out.values()].reduce((sum, count) => sum + count, 0),
    async take(_workspace: string, _rule: unknown, wanted: number) {
      pace.wanted = wanted;
      pace.granted = 0;
      if (random() < 0.1) throw new Error('the pace is away');
      const window: PaceWindow = { slot: out.size, day: 1 };
      pace.granted = Math.floor(random() * (wanted + 1));
      out.set(window.slot, pace.granted);
      return { granted: pace.granted, retryAfterMs: pace.granted === wanted ? 0 : 1_000, window };
    },
    async refund(_workspace: string, { slot }: PaceWindow, unused: number) {
      const left = (out.get(slot) ?? 0) - unused;
      assert.ok(left >= 0, 'more was given back than was taken of the window');
      out.set(slot, left);
    },
  };
  return pace;
}

/** The sends of one message: what it asked for, begins and settles is the same as what the pace counts. */
async function randomSends(random: Random, hasPermit: boolean, where: string): Promise<void> {
  const pace = moodyPace(random);
  let permitted = 0;
  const use = () => {
    permitted++;
  };
  let returned = 0;
  const refund = async () => {
    returned++;
  };
  const limitsOf = async () => ({ perSecond: 10, perDay: 100 });
  const grants = sendGrants(pace, WORKSPACE, limitsOf, hasPermit ? { use, refund } : null);
  let free = hasPermit ? 1 : 0;
  let mayUse = hasPermit;
  let begun = 0;
  for (let round = 0; round < 6; round++) {
    const wanted = Math.floor(random() * 5);
    pace.wanted = null;
    const allowed = await grants.upTo(wanted).catch(() => null);
    assert.is(pace.wanted, wanted > free ? wanted - free : null, `what the pace was asked for (${where})`);
    if (pace.wanted !== null) free += pace.granted;
    if (allowed !== null) assert.is(allowed, Math.min(wanted, free), where);
    for (let spent = Math.floor(random() * ((allowed ?? 0) + 1)); spent > 0; spent--) {
      grants.consume();
      free--;
      begun++;
    }
    if (random() < 0.2) {
      await grants.finish();
      mayUse &&= begun > 0;
      free = 0;
    }
  }
  await grants.finish();
  await grants.finish();
  assert.is(permitted, mayUse && begun > 0 ? 1 : 0, `the permit is used by the first send (${where})`);
  assert.is(permitted + returned, hasPermit ? 1 : 0, `or it is given back, once (${where})`);
  assert.is(pace.out(), begun - permitted, `each other send has used one grant (${where})`);
}

for (const run of [1, 2, 3])
  test(`random sends use as many grants as they are (SEED=${SEED}, run ${run})`, async () => {
    const random = seededRandom(SEED * 10 + run);
    for (let message = 0; message < 300; message++)
      await randomSends(random, random() < 0.5, `SEED=${SEED}, run ${run}, message ${message}`);
  });

test.run();
