import { counts } from './counts.ts';
import { turnQueue } from './turnQueue.ts';

/** Ends a turn; a second call does nothing. */
export type EndTurn = () => void;

/** Work of many owners at a time (requests, answers, connections, mails), of which each has a share. */
export interface Turns {
  /** Begins at once; null while the owner has its share or all turns are taken. */
  begin(owner: string): EndTurn | null;
  /** The same when its turn has come; null after `maxWaitMs`. */
  wait(owner: string): EndTurn | Promise<EndTurn | null>;
  inUse(): number;
}

export interface TurnsOptions {
  readonly clock: { monotonicMs(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** Turns of one owner at the same time. */
  readonly each: number;
  /** The same while no other owner has, waits for, or had a turn within a second; by default `each`. */
  readonly alone?: number;
  /** Turns of all owners together; by default any number. */
  readonly all?: number;
  /** By default any time. */
  readonly maxWaitMs?: number;
}

/** An owner with pauses between its turns is not left alone in them. */
const ALONE_AFTER_MS = 1_000;

interface Seen {
  readonly owner: string;
  readonly atMs: number;
}

/** Owners who wait begin in turns, each with what waited longest. */
export function turns(options: TurnsOptions): Turns {
  const { clock, each, alone = each, all = Number.POSITIVE_INFINITY, maxWaitMs } = options;
  const open = counts();
  const waiting = turnQueue<() => void>();
  let inUse = 0;
  let latest: Seen = { owner: '', atMs: Number.NEGATIVE_INFINITY };
  let another = latest;

  const note = (owner: string) => {
    if (latest.owner !== owner) another = latest;
    latest = { owner, atMs: clock.monotonicMs() };
  };
  const isAlone = (owner: string) => {
    const { atMs } = latest.owner === owner ? another : latest;
    const others = open.size - (open.of(owner) > 0 ? 1 : 0);
    return others === 0 && clock.monotonicMs() - atMs >= ALONE_AFTER_MS;
  };
  const mayBegin = (owner: string) => {
    const own = open.of(owner);
    return inUse < all && (own < each || (own < alone && isAlone(owner)));
  };
  const begun = (owner: string): EndTurn => {
    inUse += 1;
    open.add(owner, 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      inUse -= 1;
      open.add(owner, -1);
      note(owner);
      for (let next = waiting.next(mayBegin); next !== null; next = waiting.next(mayBegin)) next.item();
    };
  };
  const begin = (owner: string) => {
    note(owner);
    return mayBegin(owner) ? begun(owner) : null;
  };
  return {
    begin,
    inUse: () => inUse,
    wait: (owner) =>
      begin(owner) ??
      new Promise((resolve) => {
        const over = new AbortController();
        const start = () => {
          over.abort();
          resolve(begun(owner));
        };
        waiting.add(owner, start);
        if (maxWaitMs !== undefined)
          void clock.sleep(maxWaitMs, over.signal).then(() => waiting.remove(owner, start) && resolve(null));
      }),
  };
}
