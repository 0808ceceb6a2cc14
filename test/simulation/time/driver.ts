import type { Agenda } from './agenda.ts';

/**
 * Drives the world: has the next entry of the agenda happen, waits until nothing can run any more, and so on. While real
 * work is under way, such as reading the files of the API's documentation at a start, the simulated time stands still.
 */
export interface Driver {
  /** Runs until a moment of the simulated time, or until nothing is left. */
  runUntil(ms: number): Promise<void>;
  /** Something runs that takes more turns of the event loop than one, as an injected request does. Ends by calling it. */
  underWay(): () => void;
  /** Work that really takes time: one after the other, so that the order of their ends is that of their beginnings. */
  real<Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many entries have happened. */
  readonly steps: number;
}

/** Turns without anything new, after which nothing can come any more, where something takes several turns. */
const QUIET_TURNS = 4;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What Node calls reads of files, and the timers that fastify has while it loads its plugins: nothing else has real ones. */
const isReal = (resource: string) => /^(FSReq|FileHandle|Timeout|Worker)/.test(resource);

/**
 * `onStep`: called before each step; it may let time pass in which nothing would happen, and says whether polls are to wait
 * for the next entry that is none.
 */
export function driver(agenda: Agenda, onStep: () => boolean): Driver {
  let longWork = 0;
  let realWork = 0;
  let steps = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Where something takes several turns: waits until none of them brings anything new. */
  const settleAll = async () => {
    for (let quiet = 0; longWork > 0 && quiet < QUIET_TURNS; quiet += 1) {
      const before = agenda.size;
      await turn();
      if (agenda.size !== before || realWork > 0 || process.getActiveResourcesInfo().some(isReal)) quiet = -1;
    }
    while (realWork > 0) await turn();
  };
  /** Whatever was woken has run as far as it can after one turn, where nothing takes several. */
  const stepUntil = (ms: number, pollsWait: boolean, onEnd: () => void) => {
    const next = pollsWait ? (agenda.nextOther()?.ms ?? null) : agenda.nextMs();
    if (next === null || next > ms) return onEnd();
    agenda.step(pollsWait);
    steps += 1;
    setImmediate(onTurn, ms, onEnd);
  };
  const onTurn = (ms: number, onEnd: () => void) => {
    const goOn = () => {
      stepUntil(ms, onStep(), onEnd);
    };
    if (longWork === 0 && realWork === 0) goOn();
    else void settleAll().then(goOn);
  };

  return {
    async runUntil(ms) {
      await turn();
      await settleAll();
      await new Promise<void>((resolve) => onTurn(ms, resolve));
      agenda.passTo(ms);
    },
    underWay() {
      longWork += 1;
      let isOver = false;
      return () => {
        if (!isOver) longWork -= 1;
        isOver = true;
      };
    },
    async real(work) {
      realWork += 1;
      const before = last;
      const done = before.then(work);
      last = done.catch(() => {});
      try {
        return await done;
      } finally {
        realWork -= 1;
      }
    },
    get steps() {
      return steps;
    },
  };
}
