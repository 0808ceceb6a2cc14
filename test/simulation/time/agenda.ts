import { type Due, dueHeap, isBefore } from './dueHeap.ts';

/** Something that is to happen at a moment of the simulated time. */
export interface Entry {
  /** What has not happened yet will not. */
  cancel(): void;
}

/**
 * `deed`: has consequences. `poll`: comes again and again whatever happens, so that it may be left out of a stretch in which
 * nothing does. `renewal`: such a poll for which the store makes up when time is left out, so that it is always put off. `call`: the answer of a store, which keeps its moment. `wait`: the end of a long sleep, which keeps its moment and usually has no consequences.
 */
export type EntryKind = 'deed' | 'call' | 'poll' | 'renewal' | 'wait';

/** What is still to happen, in order: of two things at one moment the one that was entered first. */
export interface Agenda {
  /** Milliseconds since the world began; never goes back. */
  nowMs(): number;
  /** A moment that has passed counts as now. A deed where nothing else is said. */
  at(ms: number, act: () => void, kind?: EntryKind): Entry;
  /** When the next entry is due; null when nothing is left. */
  nextMs(): number | null;
  /**
   * Goes on to the next entry and has it happen; and with it all that are due at the same moment, if they are polls and calls.
   * `pollsWait`: to the next one that is no poll, though polls may be due before; these come later.
   */
  step(pollsWait: boolean): void;
  /** The next entry that is no poll; null when there is none. */
  nextOther(): { readonly ms: number; readonly kind: EntryKind } | null;
  /**
   * Lets time pass. No entry but polls may be due before. `polls`: all of them come soon after that; or those that would have
   * come meanwhile do, in their order; or each is put off by the whole stretch.
   */
  passOver(ms: number, polls: 'all soon' | 'missed soon' | 'put off'): void;
  /** Lets time pass up to a moment before which nothing is due. */
  passTo(ms: number): void;
  readonly size: number;
}

type Entered = Due & { readonly kind: EntryKind };

/** These are done in one step, where they are due at one moment. */
const COMES_WITH_OTHERS: ReadonlySet<EntryKind> = new Set(['poll', 'renewal', 'call']);

const isPoll = (kind: EntryKind) => kind === 'poll' || kind === 'renewal';

/** Share of what was left of its wait after which a poll comes that is to come soon. */
const SOON = 0.01;

/** `onStep`: called with the kind of each entry that happens. */
export function agenda(onStep: (kind: EntryKind) => void): Agenda {
  // What is no poll is by itself: the next one is looked for at each step.
  const [polls, others] = [dueHeap<Entered>(), dueHeap<Entered>()];
  let now = 0;
  let entered = 0;
  let live = 0;

  const next = () => {
    const [poll, other] = [polls.first(), others.first()];
    if (poll === undefined || other === undefined) return poll ?? other;
    return isBefore(poll, other) ? poll : other;
  };

  return {
    nowMs: () => now,
    at(ms, act, kind = 'deed') {
      const due: Entered = { ms: Math.max(ms, now), kind, place: entered++, act };
      (isPoll(kind) ? polls : others).put(due);
      live += 1;
      return {
        cancel() {
          if (due.act === null) return;
          due.act = null;
          live -= 1;
        },
      };
    },
    nextMs: () => next()?.ms ?? null,
    step(pollsWait) {
      const first = pollsWait ? () => others.first() : next;
      for (let due = first(); due !== undefined; ) {
        const { act, kind } = due;
        (isPoll(kind) ? polls : others).take();
        now = Math.max(now, due.ms);
        due.act = null;
        live -= 1;
        onStep(kind);
        act?.();
        due = first();
        if (!COMES_WITH_OTHERS.has(kind) || due === undefined) return;
        if (!COMES_WITH_OTHERS.has(due.kind) || due.ms > now) return;
      }
    },
    nextOther: () => others.first() ?? null,
    passOver(ms, which) {
      const before = now;
      now += ms;
      for (const due of polls.takeAll()) {
        // What would have come meanwhile comes soon, in its order: a process that waits for the third poll of another would wait for
        // three such stretches otherwise.
        if (which === 'put off' || due.kind === 'renewal') due.ms += ms;
        else if (which === 'all soon' || due.ms < now) due.ms = now + (due.ms - before) * SOON;
        polls.put(due);
      }
    },
    passTo(ms) {
      now = Math.max(now, ms);
    },
    get size() {
      return live;
    },
  };
}
