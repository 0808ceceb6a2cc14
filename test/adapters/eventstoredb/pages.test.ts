import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CallDependencies } from '../../../src/adapters/eventstoredb/attempts.ts';
import { outagesOf } from '../../../src/adapters/eventstoredb/open.ts';
import { readPage } from '../../../src/adapters/eventstoredb/pages.ts';
import { positionAt } from '../../../src/adapters/position.ts';
import { BEGINNING } from '../../../src/events/event.ts';
import type { ReadAllOptions } from '../../../src/ports/eventStore.ts';
import { manualClock } from '../../support/manualClock.ts';
import { quietLog } from '../../support/quietLog.ts';

const test = suite('pages of EventStoreDB: how much is read at once');

/** A server's log of so many events, and the reads that are made of it. */
function serverWith(count: number) {
  const asked: { from: number; maxCount: number }[] = [];
  const readAll = ({ fromPosition, maxCount }: { fromPosition: unknown; maxCount: number }) => {
    const from = fromPosition === 'start' ? 1 : Number((fromPosition as { commit: bigint }).commit);
    const last = Math.min(count, from + maxCount - 1);
    asked.push({ from, maxCount });
    return {
      on: () => {},
      destroy: () => {},
      resume: () => {},
      cancel: async () => {},
      async *iterator() {
        for (let n = from; n <= last; n++) yield record(n);
      },
    };
  };
  const record = (n: number) => ({
    event: {
      ...{ isJson: true, id: String(n), type: 'Noted', streamId: 's', revision: BigInt(n) },
      data: {},
      metadata: {},
      position: { commit: BigInt(n), prepare: BigInt(n) },
    },
  });
  const session = { client: { readAll }, retired: new AbortController().signal, heardAtMs: 0 };
  const clock = manualClock();
  const context = {
    connection: { current: () => session, closed: false },
    leader: { refusal: () => null, answered: () => {}, failed: () => {} },
    outages: outagesOf(quietLog, clock),
    clock,
    deadlines: { callMs: 60_000, attemptMs: 60_000 },
  };
  return {
    asked,
    read: (page: ReadAllOptions) => readPage(context as unknown as CallDependencies, page),
  };
}

const place = (n: number) => positionAt(n);

test('no read asks for more than the bound, however many events its caller wants', async () => {
  const { asked, read } = serverWith(5_000);
  for (const limit of [998, 999, 50_000, Number.MAX_SAFE_INTEGER]) {
    const { events } = await read({ after: place(2_000), limit });
    assert.ok(events.length <= 1_000);
  }
  await read({ after: BEGINNING, limit: Number.MAX_SAFE_INTEGER, types: ['Other'] });
  assert.ok(asked.every(({ maxCount }) => maxCount <= 1_000));
});

test.run();
