import type { Position } from '../events/event.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Ports } from '../ports/ports.ts';
import { waiters } from '../queues/waiters.ts';
import { CHECKPOINTS_WANTED } from './checkpointSaver.ts';
import type { Checkpoints } from './checkpoints.ts';

/** How long a caller waits at most to read its own write. */
const MAX_WAIT_MS = 2_000;
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Reads a document once it is folded up to `position`, so that a caller sees its own write. The event at this position must
 * change the document, because a document's position is that of its last change.
 * After two seconds it returns what is there: the projection is late, the write itself is safe.
 */
export async function awaitDocument<Document extends object>(
  collection: Pick<Collection<Document>, 'getForFold'>,
  key: string,
  position: Position | null,
  clock: Clock,
): Promise<Stored<Document> | null> {
  const deadlineMs = clock.monotonicMs() + MAX_WAIT_MS;
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
    const found = (await collection.getForFold([key])).get(key);
    const reached = position === null || (found !== undefined && found.position >= position);
    if (reached || clock.monotonicMs() >= deadlineMs) {
      return found === undefined || found.document === null
        ? null
        : { key, position: found.position, document: found.document };
    }
    await clock.sleep(waitMs);
  }
}

/** Whether read models, folded here or in other processes, have passed the log's head as it was at one moment. */
export interface CatchUp {
  /** Those of the names that were asked for by `passed`, and have not passed it. */
  lagging(names: readonly string[]): readonly string[];
  /** Resolves with true once all of them have passed it, or with false when the signal aborts first; never rejects. */
  passed(names: readonly string[]): Promise<boolean>;
  /** Those that have not passed it yet, and how much of the log up to it each has come, from 0 to 1. */
  progress(): Readonly<Record<string, number>>;
}

export interface CatchUpDependencies extends Pick<Ports, 'clock' | 'log' | 'hints'> {
  readonly store: Pick<EventStore, 'head'>;
  readonly checkpoints: Pick<Checkpoints, 'lowestOfEach'>;
}

const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 200;
const LOG_EVERY_MS = 5_000;
/** Checkpoints are seldom written unless they are asked for: the first pause between two requests, and the longest. */
const FIRST_REQUEST_MS = 50;
const LONGEST_REQUEST_MS = 1_000;

/**
 * Takes the log's head as it is now, and reads the checkpoints of what is asked for until all of that has passed it or the
 * signal aborts; one that has is not read again. After a rebuild or a long absence this takes time, which is logged; while the
 * log or the documents are not available it logs that too, and goes on trying.
 */
export function watchCatchUp(
  { store, checkpoints, clock, log, hints }: CatchUpDependencies,
  signal: AbortSignal,
): CatchUp {
  const left = new Set<string>();
  const done = new Set<string>();
  const shares = new Map<string, number>();
  const looks = waiters();
  let isWatching = false;
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
      if (reached >= head && left.delete(name)) done.add(name);
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
    isWatching = true;
    for (let waitMs = FIRST_LOOK_MS; (head === null || left.size > 0) && !signal.aborted; ) {
      await readCheckpoints().catch((error) =>
        logSometimes(() => log.warn({ err: error }, 'the checkpoints cannot be read, trying again')),
      );
      looks.wakeAll();
      if (head === null || left.size > 0) await clock.sleep(waitMs, signal);
      waitMs = Math.min(2 * waitMs, LONGEST_LOOK_MS);
    }
    isWatching = false;
  };

  const progress = () => Object.fromEntries([...left].map((name) => [name, shares.get(name) ?? 0]));
  const lagging = (names: readonly string[]) => names.filter((name) => left.has(name));
  void watch();
  return {
    lagging,
    progress,
    async passed(names) {
      for (const name of names) if (!done.has(name)) left.add(name);
      if (!isWatching && left.size > 0) void watch();
      while (lagging(names).length > 0 && !signal.aborted) await looks.wait(signal);
      return lagging(names).length === 0;
    },
  };
}

/** Down to hundredths: positions of engines are further apart than events, but grow like them. */
const shareOf = (reached: Position, head: Position): number =>
  Math.floor((100 * Number(reached)) / Math.max(1, Number(head))) / 100;
