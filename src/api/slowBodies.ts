import type { Clock } from '../ports/clock.ts';

/** Bytes a second that a body must bring on average over each stretch. */
const LOWEST_BYTES_PER_SECOND = 1_000;
const STRETCH_MS = 20_000;
/** How often bodies are looked at: the first answer comes well before an idle connection is cut off. */
const LOOK_EVERY_MS = 5_000;

/** A body on its way. */
export interface ArrivingBody {
  received(): number;
  /** Called once when it comes too slowly. */
  giveUp(): void;
}

export interface SlowBodies {
  /** Watches a body until what is returned is called. */
  watch(body: ArrivingBody): () => void;
  close(): void;
}

interface Watched {
  sinceMs: number;
  bytes: number;
}

/** Gives up bodies that drip or stand still: each holds a connection, and memory for what has come of it. */
export function slowBodies(clock: Pick<Clock, 'monotonicMs' | 'sleep'>): SlowBodies {
  const arriving = new Map<ArrivingBody, Watched>();
  const closed = new AbortController();
  let looks = false;

  const look = async () => {
    looks = true;
    while (arriving.size > 0 && !closed.signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, closed.signal);
      const nowMs = clock.monotonicMs();
      for (const [body, watched] of arriving) {
        const stretchMs = nowMs - watched.sinceMs;
        if (stretchMs < STRETCH_MS) continue;
        const bytes = body.received() - watched.bytes;
        if (bytes * 1_000 < LOWEST_BYTES_PER_SECOND * stretchMs) {
          arriving.delete(body);
          body.giveUp();
        } else arriving.set(body, { sinceMs: nowMs, bytes: body.received() });
      }
    }
    looks = false;
  };

  return {
    watch(body) {
      arriving.set(body, { sinceMs: clock.monotonicMs(), bytes: 0 });
      if (!looks) void look();
      return () => arriving.delete(body);
    },
    close: () => closed.abort(),
  };
}
