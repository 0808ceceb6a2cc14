import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/ledger.ts';
import type { EmailAccepted } from '../../src/events/email.ts';
import { countedPace, freePermit } from '../support/freePace.ts';
import { CORRELATION, recipient, type SenderBench, senderBench, WORKSPACE } from './senderBench.ts';

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
    await bench.run(ID, bench.worker, { use: () => permitted++ }).catch(() => {});
    await bench.run(ID, bench.worker, { use: () => permitted++ }).catch(() => {});
    assert.is(permitted, 0, name);
    // Of those that were sent the first went by the permit of its item.
    assert.is(pace.left, 100 - Math.max(0, used - 1), name);
  }
});

test('a send stays used, whatever the server answers, and so does a played one', async () => {
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
    await bench.run(ID, bench.worker, { use: () => permitted++ });
    assert.is(permitted, 1);
    assert.is(pace.left, 93, `${address} ${answer.outcome}`);
  }
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
    await store.append(`suppression-${n}`, 'no-stream', newEvents(ledger, origin, [added]));
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

const NOTHING = { partition: 0, lane: WORKSPACE, dueAtMs: 0, messageDueAtMs: 0, waiting: [], delayed: {} };

test.run();
