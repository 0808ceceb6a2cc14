/** Something that is to happen at a moment of the simulated time. */
export interface Entry {
  /** What has not happened yet will not. */
  cancel(): void;
}

/**
 * `deed`: has consequences. `poll`: comes again and again whatever happens, so that it may be left out of a stretch in which
 * nothing does. `call`: the answer of a store, which keeps its moment. `wait`: the end of a long sleep, which keeps its moment and usually has no consequences.
 */
export type EntryKind = 'deed' | 'call' | 'poll' | 'wait';

/** What is still to happen, in order: of two things at one moment the one that was entered first. */
export interface Agenda {
  /** Milliseconds since the world began; never goes back. */
  nowMs(): number;
  /** A moment that has passed counts as now. A deed where nothing else is said. */
  at(ms: number, act: () => void, kind?: EntryKind): Entry;
  /** When the next entry is due; null when nothing is left. */
  nextMs(): number | null;
  /** Goes on to the next entry and has it happen; and with it all that are due at the same moment, if they are polls. */
  step(): void;
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

interface Due {
  ms: number;
  readonly kind: EntryKind;
  readonly place: number;
  act: (() => void) | null;
}

const isBefore = (one: Due, other: Due) =>
  one.ms < other.ms || (one.ms === other.ms && one.place < other.place);

/** Share of what was left of its wait after which a poll comes that is to come soon. */
const SOON = 0.01;

/** `onStep`: called with the kind of each entry that happens. */
export function agenda(onStep: (kind: EntryKind) => void): Agenda {
  const heap: Due[] = [];
  let now = 0;
  let entered = 0;
  let live = 0;

  const up = (due: Due) => {
    let at = heap.length;
    heap.push(due);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(due, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = due;
  };
  const take = (): Due | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [heap[below], heap[below + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && isBefore(right, left)) {
        child = right;
        below += 1;
      }
      if (!isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  };
  const dropCancelled = () => {
    while (heap[0]?.act === null) take();
  };

  return {
    nowMs: () => now,
    at(ms, act, kind = 'deed') {
      const due: Due = { ms: Math.max(ms, now), kind, place: entered++, act };
      up(due);
      live += 1;
      return {
        cancel() {
          if (due.act === null) return;
          due.act = null;
          live -= 1;
        },
      };
    },
    nextMs() {
      dropCancelled();
      return heap[0]?.ms ?? null;
    },
    step() {
      dropCancelled();
      for (let due = take(); due !== undefined; due = take()) {
        const { act, kind } = due;
        now = due.ms;
        due.act = null;
        if (act !== null) live -= 1;
        if (act !== null) onStep(kind);
        act?.();
        dropCancelled();
        if (kind !== 'poll' || heap[0]?.ms !== now || heap[0].kind !== 'poll') return;
      }
    },
    nextOther() {
      let next: Due | null = null;
      for (const due of heap)
        if (due.kind !== 'poll' && due.act !== null && (next === null || isBefore(due, next))) next = due;
      return next;
    },
    passOver(ms, polls) {
      const all = heap.splice(0).filter(({ act }) => act !== null);
      const before = now;
      now += ms;
      for (const due of all) {
        // What would have come meanwhile comes soon, in its order: a process that waits for the third poll of another would wait for
        // three such stretches otherwise.
        if (due.kind === 'poll') {
          if (polls === 'put off') due.ms += ms;
          else if (polls === 'all soon' || due.ms < now) due.ms = now + (due.ms - before) * SOON;
        }
        up(due);
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
