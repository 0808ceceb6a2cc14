import type { Chance } from '../chance.ts';
import type { StoreName } from '../plan.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import type { StoreTroubles } from './troubles.ts';

/** How a process reaches one store: every call takes its time, and may meet a fault of the plan. */
export interface Calls {
  /** Something that changes nothing. */
  read<Result>(act: () => Result): Promise<Result>;
  /**
   * Something that changes the store. When the process dies before it is done, it is done or not by chance; when the answer
   * is lost it is done, and the caller gets an error that says that nothing is known.
   */
  write<Result>(act: () => Result): Promise<Result>;
}

interface CallsParts {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly troubles: StoreTroubles;
  readonly life: Life;
  readonly store: StoreName;
  /** Milliseconds that a usual call takes, at least and at most. */
  readonly takesMs: readonly [least: number, most: number];
  /** What the store's port rejects with. */
  readonly unavailable: (reason: string) => Error;
  /** Called after a write, before its answer is on its way: where a process may be made to die. */
  readonly onWritten?: () => void;
}

/** The same without what a store knows of itself. */
export type StoreCallsParts = Omit<CallsParts, 'store' | 'takesMs' | 'unavailable'>;

/** Calls of a store of coordination: quick ones, whose ports know no error of their own. */
export function coordinationCalls(parts: StoreCallsParts): Calls {
  return callsOf({
    ...parts,
    store: 'coordination',
    takesMs: [0.1, 2],
    unavailable: (why) => new Error(why),
  });
}

/** A slow call takes so many times as long. */
const SLOW_FACTOR = 400;
/** After so long a client of a store that is away says so. */
const AWAY_AFTER_MS = [5, 2_000] as const;

export function callsOf(parts: CallsParts): Calls {
  const { agenda, chance, troubles, life, store, takesMs, unavailable, onWritten } = parts;
  const { process } = life;
  const strikes: (fault: Parameters<StoreTroubles['strikes']>[0]) => boolean = (fault) =>
    troubles.strikes(fault, store, process);
  const fail = (reason: string) =>
    new Promise<never>((_, reject) => {
      life.at(agenda.nowMs() + chance.between(...AWAY_AFTER_MS), () => reject(unavailable(reason)));
    });

  const call = <Result>(act: () => Result, does: keyof Calls): Promise<Result> => {
    if (!life.isAlive()) return life.never();
    if (strikes('unavailable')) return fail('the store is away');
    if (does === 'write' && strikes('disk full')) return fail('no space is left');
    const usualMs = chance.between(takesMs[0], takesMs[1]);
    const isSlow = strikes('slow');
    // Most answers come with others, which costs the world one step for all of them.
    const heardAtMs = isSlow
      ? agenda.nowMs() + usualMs * SLOW_FACTOR * chance.next()
      : Math.ceil(agenda.nowMs() + usualMs);
    const isLost = does === 'write' && strikes('answers lost');
    return new Promise<Result>((resolve, reject) => {
      const kind = isSlow ? 'deed' : 'call';
      if (does === 'read') {
        // What is read is as it is at the end.
        life.at(heardAtMs, () => outcomeOf(act, resolve, reject)(), kind);
        return;
      }
      // The store has done it some time before the caller gets the answer.
      const doneAtMs = agenda.nowMs() + (heardAtMs - agenda.nowMs()) * chance.between(0.3, 0.9);
      const done = () => {
        // Whether it was sent before the process died is a matter of chance.
        if (!life.isAlive() && chance.is(0.5)) return;
        const tell = outcomeOf(act, resolve, reject);
        onWritten?.();
        const answer = isLost ? () => reject(unavailable('the answer was lost')) : tell;
        life.at(Math.max(heardAtMs, agenda.nowMs()), answer, kind);
      };
      agenda.at(doneAtMs, done, kind);
    });
  };
  return {
    read: (act) => call(act, 'read'),
    write: (act) => call(act, 'write'),
  };
}

/** Does it now; what is given back says what came of it. */
function outcomeOf<Result>(
  act: () => Result,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): () => void {
  try {
    const result = act();
    return () => resolve(result);
  } catch (error) {
    return () => reject(error);
  }
}
