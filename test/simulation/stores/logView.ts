import { leavesFrom } from '../../../src/adapters/leavesFrom.ts';
import { positionAt } from '../../../src/adapters/position.ts';
import { BEGINNING, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import {
  type EventBatch,
  type EventStore,
  EventStoreUnavailable,
  type ReadAllOptions,
  RevisionConflict,
} from '../../../src/ports/eventStore.ts';
import { pageBack } from '../../support/pageBack.ts';
import type { StoreCallsParts } from './calls.ts';
import { callsOf } from './calls.ts';
import { countUpTo, seenBy, type WorldLog } from './worldLog.ts';

/** How the log is reached by one process. */
export type LogViewParts = StoreCallsParts & {
  readonly log: WorldLog;
};

const TAKES_MS = [0.3, 4] as const;
/** A reader that lags sees what was in the log so long ago, at most. */
const LAGS_MS = [10, 1_200] as const;
const BATCH = 100;
/** A call waits for the log so long. */
const CALL_MS = 9_000;
/** What was appended comes over a subscription after this. */
const TELLS_MS = [0.2, 3] as const;
/** A subscription that was dropped is there again after this. */
const DROPPED_MS = [200, 5_000] as const;

/** The log as one process sees it. What it may read is never less than what it could read before. */
export function logView(parts: LogViewParts): EventStore {
  const { log, agenda, chance, troubles, life } = parts;
  const unavailable = (reason: string) => new EventStoreUnavailable(reason);
  const calls = callsOf({ ...parts, store: 'log', takesMs: TAKES_MS, unavailable });
  const horizon = readable(parts);

  const pageOf = ({ after, limit, types, withoutParts }: ReadAllOptions): EventBatch => {
    const end = horizon();
    const from = countUpTo(after);
    const wanted = types === undefined ? null : new Set(types);
    const events: RecordedEvent[] = [];
    let at = from;
    for (; at < end && events.length < limit; at += 1) {
      const event = log.events[at];
      if (event !== undefined && (wanted === null || wanted.has(event.type)))
        events.push(seenBy(event, withoutParts));
    }
    return { events, position: positionAt(Math.max(at, from)), caughtUp: at >= end };
  };

  /** A conflict is told once what it refers to can be read, as the adapter of an engine does. */
  const readableAt = async (stream: string, revision: number) => {
    const giveUpAtMs = agenda.nowMs() + CALL_MS;
    while (countUpTo(log.stream(stream)[revision]?.position ?? BEGINNING) > horizon()) {
      if (agenda.nowMs() > giveUpAtMs) throw unavailable('what a conflict refers to is not replicated yet');
      await new Promise<void>((resolve) => {
        life.at(agenda.nowMs() + LAGS_MS[0], resolve, 'poll');
      });
    }
  };

  /** Resolves a little later than something was appended, or when the signal aborts. */
  const news = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        end();
        // The append has woken the world; those that hear of it in the same millisecond cost it one step.
        life.at(Math.ceil(agenda.nowMs() + chance.between(...TELLS_MS)), resolve, 'poll');
      };
      const abort = () => {
        end();
        resolve();
      };
      const end = () => {
        stop();
        signal.removeEventListener('abort', abort);
      };
      const stop = log.onAppend(wake);
      signal.addEventListener('abort', abort, { once: true });
    });
  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        entry.cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const entry = life.at(agenda.nowMs() + ms, end);
      signal.addEventListener('abort', end, { once: true });
    });

  return {
    append: (stream, expected, events) =>
      calls
        .write(() => log.append(stream, expected, events, life.process))
        .catch(async (error: unknown) => {
          if (error instanceof RevisionConflict && error.actual !== null)
            await readableAt(stream, error.actual);
          throw error;
        }),
    readStream: (stream, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
      calls.read(() => {
        const end = horizon();
        return log
          .stream(stream)
          .slice(fromRevision, fromRevision + limit)
          .filter(({ position }) => countUpTo(position) <= end);
      }),
    readAll: (options) => calls.read(() => pageOf(options)),
    readBack: (options) =>
      calls.read(() =>
        pageBack(
          log.events.slice(0, horizon()).map((event) => seenBy(event)),
          options,
        ),
      ),
    readLeaves: leavesFrom((options) => calls.read(() => pageOf(options))),
    async *subscribe({ after, types, signal }) {
      let at: Position = after;
      while (!signal.aborted) {
        if (troubles.strikes('subscriptions dropped', 'log', life.process))
          await pause(chance.between(...DROPPED_MS), signal);
        if (signal.aborted) return;
        const batch = pageOf({ after: at, limit: BATCH, ...(types && { types }) });
        if (batch.position > at) {
          at = batch.position;
          yield batch;
        } else if (horizon() < log.events.length) await pause(LAGS_MS[0], signal);
        else await news(signal);
      }
    },
    head: () => calls.read(() => positionAt(horizon())),
    end: () => calls.read(() => positionAt(horizon())),
    close: async () => {},
  };
}

/** How many events of the log the process may read now: all, or fewer while its readers lag. */
function readable({ log, agenda, chance, troubles, life }: LogViewParts): () => number {
  let seen = log.events.length;
  let frozenUntilMs = 0;
  return () => {
    if (agenda.nowMs() < frozenUntilMs) return seen;
    seen = log.events.length;
    if (troubles.strikes('readers lag', 'log', life.process))
      frozenUntilMs = agenda.nowMs() + chance.between(...LAGS_MS);
    return seen;
  };
}
