import { positionAt } from '../../../src/adapters/position.ts';
import { BEGINNING, type NewEvent, type Position, type RecordedEvent } from '../../../src/events/event.ts';
import { type EventStore, RevisionConflict } from '../../../src/ports/eventStore.ts';

/** A log whose streams are found at once, however many: what outlives every kill of the simulation. */
export interface SimulatedLog {
  readonly stream: (name: string) => readonly RecordedEvent[];
  append(stream: string, type: string, data: object, atMs: number): Position;
  /** What came behind a position. */
  since(position: Position): readonly RecordedEvent[];
  /** Position of the last event. */
  head(): Position;
  /** What one process sees of it. `crash` is asked before and after each append to a stream, and may throw. */
  opened(crash: (when: 'before' | 'after', stream: string) => void): EventStore;
}

export function simulatedLog(): SimulatedLog {
  const streams = new Map<string, RecordedEvent[]>();
  const all: RecordedEvent[] = [];
  let appended = 0;
  const stream = (name: string) => streams.get(name) ?? [];

  function put(name: string, events: readonly NewEvent[]) {
    const own = streams.get(name) ?? [];
    for (const event of events) {
      appended += 1;
      const position = positionAt(appended);
      const recorded = { ...event, stream: name, revision: own.length, position };
      own.push(recorded);
      all.push(recorded);
    }
    streams.set(name, own);
    return { position: own.at(-1)?.position ?? BEGINNING, revision: own.length - 1 };
  }

  const unused = (): never => {
    throw new Error('the simulation needs no such reading');
  };
  return {
    stream,
    // Positions count from 1, without a gap.
    since: (position) => all.slice(Number(position)),
    head: () => positionAt(appended),
    append(name, type, data, atMs) {
      const at = new Date(atMs).toISOString();
      const metadata = { v: 1, workspace: 'w', actor: 'a', correlation: 'c', causation: null, at };
      return put(name, [{ id: `${name}-${type}-${appended}`, type, data, metadata }]).position;
    },
    opened: (crash) => ({
      async append(name, expected, events) {
        crash('before', name);
        const last = stream(name).length - 1;
        if (last !== (expected === 'no-stream' ? -1 : expected))
          throw new RevisionConflict(name, expected, last);
        const result = put(name, events);
        crash('after', name);
        return result;
      },
      readStream: async (name, { fromRevision = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
        stream(name).slice(fromRevision, fromRevision + limit),
      readAll: unused,
      readBack: unused,
      readLeaves: unused,
      subscribe: unused,
      head: async () => positionAt(appended),
      end: async () => null,
      close: async () => {},
    }),
  };
}
