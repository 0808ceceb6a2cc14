import type { Position } from '../events/event.ts';
import { untilTick } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import { notify } from '../queues/notify.ts';
import type { Checkpoints, CheckpointWrite } from './checkpoints.ts';

/** Channel on which a process that waits for checkpoints at its start asks for them to be saved. */
export const CHECKPOINTS_WANTED = 'checkpoints';

/** What of one consumer is not yet a checkpoint. */
export interface Unsaved {
  /** What its checkpoints name at this moment. */
  names(): readonly string[];
  /** How far all of that has come in the partitions that it knows. */
  reached(): ReadonlyMap<number, Position>;
  /** What is worth a write at this moment; with `all`, everything that is not saved. */
  due(all: boolean): ReadonlyMap<number, Position>;
  saved(positions: ReadonlyMap<number, Position>): void;
}

/**
 * Writes the checkpoints of all consumers of a process, together and seldom: each is a document, and if they were written
 * after every batch they would be most of what a document store has to write.
 */
export interface CheckpointSaver {
  /** Adds a consumer, until the returned function is called. */
  add(consumer: string, unsaved: Unsaved): () => void;
  /** How far a policy or a read model of this process has come in its partitions; none where it does not run here. */
  reached(name: string): ReadonlyMap<number, Position>;
  /** Saves everything at once: there is something that others wait for. */
  soon(): void;
  /** Writes all that is left. Rejects when the document store is not available. */
  flush(): Promise<void>;
}

/** Between two writes: after a crash a consumer handles at most this much again. */
const SAVE_EVERY_MS = 1_000;
/** Between two writes that were asked for. */
const LEAST_APART_MS = 100;

/** Saves until the signal aborts; what comes after that is for `flush`. */
export function startCheckpointSaver(
  checkpoints: Pick<Checkpoints, 'save'>,
  { clock, log, hints }: Pick<Ports, 'clock' | 'log' | 'hints'>,
  signal: AbortSignal,
): CheckpointSaver {
  const consumers = new Map<string, Unsaved>();
  const asked = notify(clock.sleep);
  let wantsAll = false;
  const soon = () => {
    wantsAll = true;
    asked.notify();
  };

  const save = async (all: boolean) => {
    const due = new Map<string, CheckpointWrite>();
    for (const [consumer, unsaved] of consumers) {
      const positions = unsaved.due(all);
      if (positions.size > 0) due.set(consumer, { names: unsaved.names(), positions });
    }
    if (due.size === 0) return false;
    await checkpoints.save(due);
    for (const [consumer, { positions }] of due) consumers.get(consumer)?.saved(positions);
    return true;
  };
  const run = async () => {
    while (!signal.aborted) {
      await asked.wait(untilTick(clock, SAVE_EVERY_MS), signal);
      const all = wantsAll;
      wantsAll = false;
      const hasWritten = await save(all).catch((error) => {
        // The request stands until it succeeds.
        wantsAll ||= all;
        log.warn({ err: error }, 'checkpoints could not be saved, trying again');
        return true;
      });
      if (hasWritten) await clock.sleep(LEAST_APART_MS, signal);
    }
  };
  const endHints = hints.subscribe(CHECKPOINTS_WANTED, soon);
  const running = run().finally(endHints);

  return {
    add(consumer, unsaved) {
      consumers.set(consumer, unsaved);
      return () => void consumers.delete(consumer);
    },
    reached: (name) =>
      [...consumers.values()].find((unsaved) => unsaved.names().includes(name))?.reached() ?? new Map(),
    soon,
    async flush() {
      if (signal.aborted) await running;
      await save(true);
    },
  };
}
