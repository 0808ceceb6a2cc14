import type { Clock } from '../ports/clock.ts';

/** Bytes a second that a body must bring on average over each interval. */
const MIN_BYTES_PER_SECOND = 1_000;
const INTERVAL_MS = 20_000;
/** How often bodies are checked: well before an idle connection is cut off. */
const CHECK_EVERY_MS = 5_000;

/** A body that is arriving. */
export interface ArrivingBody {
  received(): number;
  /** Called once when it comes too slowly. */
  giveUp(): void;
}

export interface SlowBodies {
  /** Watches a body until the returned function is called. */
  watch(body: ArrivingBody): () => void;
  close(): void;
}

interface Watched {
  sinceMs: number;
  bytes: number;
}

/** Gives up bodies that arrive too slowly: each holds a connection, and memory for its bytes. */
export function slowBodies(clock: Pick<Clock, 'monotonicMs' | 'sleep'>): SlowBodies {
  const arriving = new Map<ArrivingBody, Watched>();
  const closed = new AbortController();
  let isChecking = false;

  const check = async () => {
    isChecking = true;
    while (arriving.size > 0 && !closed.signal.aborted) {
      await clock.sleep(CHECK_EVERY_MS, closed.signal);
      const nowMs = clock.monotonicMs();
      for (const [body, watched] of arriving) {
        const elapsedMs = nowMs - watched.sinceMs;
        if (elapsedMs < INTERVAL_MS) continue;
        const bytes = body.received() - watched.bytes;
        if (bytes * 1_000 < MIN_BYTES_PER_SECOND * elapsedMs) {
          arriving.delete(body);
          body.giveUp();
        } else arriving.set(body, { sinceMs: nowMs, bytes: body.received() });
      }
    }
    isChecking = false;
  };

  return {
    watch(body) {
      arriving.set(body, { sinceMs: clock.monotonicMs(), bytes: 0 });
      if (!isChecking) void check();
      return () => arriving.delete(body);
    },
    close: () => closed.abort(),
  };
}
