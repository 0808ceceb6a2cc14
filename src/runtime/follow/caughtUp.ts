import type { Position } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { CHECKPOINTS_WANTED } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';

/** Whether consumers, here or in other processes, have passed the log's head as it was at the start. */
export interface CatchUp {
  /** Those of the consumers that have not passed it yet. A consumer that once has is not looked at again. */
  behind(consumers: readonly string[]): readonly string[];
  /** Resolves with true once all of them have passed it, with false when the signal aborts before; never rejects. */
  passed(consumers: readonly string[]): Promise<boolean>;
}

export interface CatchUpContext extends Pick<Ports, 'clock' | 'log' | 'hints'> {
  readonly store: Pick<EventStore, 'head'>;
  readonly checkpoints: Pick<Checkpoints, 'lowest'>;
}

const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 200;
const TELL_EVERY_MS = 5_000;
/** Checkpoints are written seldom, where nobody asks for them: between the first two askings, and any two. */
const FIRST_ASKING_MS = 50;
const LONGEST_ASKING_MS = 1_000;

/**
 * Takes the log's head as it is now for the head of the start, and looks at the consumers' checkpoints until all have
 * passed it or the signal aborts. After a rebuild or a long absence that takes its time, which is told; while the log
 * or the documents are away it goes on trying, and says so.
 */
export function watchCatchUp(
  consumers: readonly string[],
  { store, checkpoints, clock, log, hints }: CatchUpContext,
  signal: AbortSignal,
): CatchUp {
  const left = new Set(consumers);
  const waiting = new Set<() => void>();
  let head: Position | null = null;
  let toldAtMs = clock.monotonicMs();

  const tell = (say: () => void) => {
    if (clock.monotonicMs() - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = clock.monotonicMs();
    say();
  };
  let askAtMs = clock.monotonicMs();
  let askingMs = FIRST_ASKING_MS;
  const ask = () => {
    if (clock.monotonicMs() < askAtMs) return;
    askAtMs = clock.monotonicMs() + askingMs;
    askingMs = Math.min(2 * askingMs, LONGEST_ASKING_MS);
    hints.publish(CHECKPOINTS_WANTED, '');
  };
  const look = async (): Promise<void> => {
    head ??= await store.head();
    for (const consumer of left) {
      if ((await checkpoints.lowest(consumer)) >= head) left.delete(consumer);
    }
    const awaited = [...left];
    if (awaited.length === 0) return;
    ask();
    tell(() => log.info({ awaited, head }, 'waiting for the read models to catch up'));
  };
  const watch = async () => {
    for (let waitMs = FIRST_LOOK_MS; left.size > 0 && !signal.aborted; ) {
      await look().catch((error) =>
        tell(() => log.warn({ err: error }, 'how far the read models are cannot be told, trying again')),
      );
      for (const wake of waiting) wake();
      if (left.size > 0) await clock.sleep(waitMs, signal);
      waitMs = Math.min(2 * waitMs, LONGEST_LOOK_MS);
    }
    for (const wake of waiting) wake();
  };

  const behind = (asked: readonly string[]) => asked.filter((consumer) => left.has(consumer));
  void watch();
  return {
    behind,
    passed: (asked) =>
      new Promise((resolve) => {
        const wake = () => {
          const isBehind = behind(asked).length > 0;
          if (isBehind && !signal.aborted) return;
          waiting.delete(wake);
          resolve(!isBehind);
        };
        waiting.add(wake);
        wake();
      }),
  };
}
