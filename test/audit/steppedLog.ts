import type { RecordedSeal } from '../../src/audit/sealStream.ts';
import { memoryEventStore } from '../support/memoryEventStore.ts';
import { seededIds } from '../support/seededIds.ts';
import type { Random } from '../support/seededRandom.ts';

const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-03-01T00:00:00.000Z');

/** Events that one of these seals adds at most. */
export const AT_ONCE = 6;

/**
 * A log with seals as a service makes them, whose clock is set now and then, by up to two days and once at most between two seals; a
 * later change may put it right. Some seals are full, and keys lie between them.
 */
export function steppedLog(random: Random) {
  const store = memoryEventStore();
  const ids = seededIds('stepped');
  let realMs = START_MS;
  let offMs = 0;
  /** Places of what no seal covers yet. */
  const unsealed: { stream: string; revision: number }[] = [];
  let notes = 0;
  let size = 0;
  let inSeal = 0;
  let previous: number | null = null;
  let clockSteps = 0;
  let sealedAtMs = 0;

  const append = async (stream: string, revision: number, type: string, data: object) => {
    const metadata = { v: 1, workspace: '', actor: 'a', correlation: ids.uuid(), causation: null };
    const at = new Date(realMs + offMs).toISOString();
    const expected = revision === 0 ? 'no-stream' : revision - 1;
    await store.append(stream, expected, [{ id: ids.uuid(), type, data, metadata: { ...metadata, at } }]);
    unsealed.push({ stream, revision });
  };
  const seal = async () => {
    for (let isFull = true; isFull; ) {
      const covered = unsealed.splice(0, AT_ONCE);
      isFull = covered.length === AT_ONCE;
      size += covered.length;
      if (realMs + offMs < sealedAtMs) clockSteps++;
      sealedAtMs = realMs + offMs;
      await append('seal', inSeal, 'LogSealed', { size, previous, last: covered.at(-1), clockSteps });
      previous = inSeal++;
    }
  };
  const step = () => {
    offMs = random() < 0.4 ? 0 : Math.round((random() - 0.5) * 4 * 24 * 60) * MINUTE_MS;
  };

  return {
    store,
    /** Lets so many minutes pass, in which something happens. */
    async pass(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute++) {
        if (random() < 0.005) await append('seal', inSeal++, 'SealKeyMade', { previous });
        const events = 1 + Math.floor(random() * (random() < 0.05 ? 3 * AT_ONCE : 3));
        const stepsAt = random() < 0.01 ? Math.floor(random() * events) : -1;
        for (let n = 0; n < events; n++) {
          if (n === stepsAt) step();
          realMs += Math.floor((random() * MINUTE_MS) / events);
          await append(`note-${notes++}`, 0, 'Noted', {});
        }
        await seal();
      }
    },
    seals: () => store.log.filter(({ type }) => type === 'LogSealed') as RecordedSeal[],
    startMs: START_MS,
    nowMs: () => realMs,
  };
}
