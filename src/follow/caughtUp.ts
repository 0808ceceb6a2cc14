import type { Position } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Ports } from '../ports/ports.ts';
import { waiters } from '../queues/waiters.ts';
import { CHECKPOINTS_WANTED } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Whether consumers, here or in other processes, have passed the log's head as it was at the start. */
export interface CatchUp {
  /** Those of the consumers that have not passed it yet. Once a consumer has, its checkpoint is not read again. */
  lagging(consumers: readonly string[]): readonly string[];
  /** Resolves with true once all of them have passed it, or with false when the signal aborts first; never rejects. */
  passed(consumers: readonly string[]): Promise<boolean>;
  /** Those that have not passed it yet, and how much of the log up to it each has come, from 0 to 1. */
  progress(): Readonly<Record<string, number>>;
}

export interface CatchUpDependencies extends Pick<Ports, 'clock' | 'log' | 'hints'> {
  readonly store: Pick<EventStore, 'head'>;
  readonly checkpoints: Pick<Checkpoints, 'lowestOfEach'>;
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;
const LOG_EVERY_MS = 5_000;
/** Checkpoints are seldom written unless they are asked for: the first pause between two requests, and the longest. */
const FIRST_REQUEST_MS = 50;
const LONGEST_REQUEST_MS = 1_000;

/**
 * Takes the log's head as it is now for the head of the start, and reads the consumers' checkpoints until all have passed
 * it or the signal aborts. After a rebuild or a long absence this takes time, which is logged; while the log or the
 * documents are not available it logs that too, and goes on trying.
 */
export function watchCatchUp(
  consumers: readonly string[],
  { store, checkpoints, clock, log, hints }: CatchUpDependencies,
  signal: AbortSignal,
): CatchUp {
  const left = new Set(consumers);
  const shares = new Map<string, number>();
  const looks = waiters();
  let head: Position | null = null;
  let loggedAtMs = clock.monotonicMs();
  let requestAtMs = clock.monotonicMs();
  let requestMs = FIRST_REQUEST_MS;
  const logSometimes = (write: () => void) => {
    if (clock.monotonicMs() - loggedAtMs < LOG_EVERY_MS) return;
    loggedAtMs = clock.monotonicMs();
    write();
  };
  const requestCheckpoints = () => {
    if (clock.monotonicMs() < requestAtMs) return;
    requestAtMs = clock.monotonicMs() + requestMs;
    requestMs = Math.min(2 * requestMs, LONGEST_REQUEST_MS);
    hints.publish(CHECKPOINTS_WANTED, '');
  };
  const readCheckpoints = async (): Promise<void> => {
    head ??= await store.head();
    for (const [name, reached] of await checkpoints.lowestOfEach([...left])) {
      if (reached >= head) left.delete(name);
      shares.set(name, shareOf(reached, head));
    }
    const awaited = [...left];
    if (awaited.length === 0) return;
    requestCheckpoints();
    logSometimes(() =>
      log.info({ awaited, head, progress: progress() }, 'waiting for the read models to catch up'),
    );
  };
  const watch = async () => {
    for (let waitMs = FIRST_PAUSE_MS; left.size > 0 && !signal.aborted; ) {
      await readCheckpoints().catch((error) =>
        logSometimes(() => log.warn({ err: error }, 'the checkpoints cannot be read, trying again')),
      );
      looks.wakeAll();
      if (left.size > 0) await clock.sleep(waitMs, signal);
      waitMs = Math.min(2 * waitMs, LONGEST_PAUSE_MS);
    }
  };

  const progress = () => Object.fromEntries([...left].map((name) => [name, shares.get(name) ?? 0]));
  const lagging = (asked: readonly string[]) => asked.filter((consumer) => left.has(consumer));
  void watch();
  return {
    lagging,
    progress,
    async passed(asked) {
      while (lagging(asked).length > 0 && !signal.aborted) await looks.wait(signal);
      return lagging(asked).length === 0;
    },
  };
}

/** Down to hundredths: positions of engines are further apart than events, but grow like them. */
const shareOf = (reached: Position, head: Position): number =>
  Math.floor((100 * Number(reached)) / Math.max(1, Number(head))) / 100;
