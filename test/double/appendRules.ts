import {
  type AppendAnswer,
  type Breakable,
  countedBytes,
  type Expected,
  type LogRecord,
  type ProposedEvent,
  type ServerVersion,
} from './records.ts';

const MAX_APPEND_BYTES = 1_048_576;

export interface StreamState {
  /** Revision of the last event; goes on over a soft deletion. */
  last: number;
  /** First revision that is still read. */
  from: number;
  tombstoned: boolean;
  /** By revision. */
  readonly records: LogRecord[];
}

export const noStream = (): StreamState => ({ last: -1, from: 0, tombstoned: false, records: [] });

/**
 * What the server makes of an append: to be written, or answered without writing.
 * @param seenRevision revision of an id that was appended since the start, for repetitions under 'any'
 */
export function judgeAppend(
  state: StreamState,
  expected: Expected,
  events: readonly ProposedEvent[],
  seenRevision: (id: string) => number | undefined,
  broken: ReadonlySet<Breakable>,
  version: ServerVersion,
): AppendAnswer | 'write' {
  const limit = broken.has('size-limit') ? MAX_APPEND_BYTES / 16 : MAX_APPEND_BYTES;
  const bytes = events.reduce((sum, event) => sum + countedBytes(event, version), 0);
  if (bytes > limit) return { kind: 'too-large', maxBytes: limit };
  if (state.tombstoned) return { kind: 'deleted' };
  const exists = state.last >= state.from;
  const isSoftDeleted = !exists && state.last >= 0;
  if (expected === 'stream-exists' && isSoftDeleted) return { kind: 'deleted' };
  const meets =
    broken.has('expected-revision') ||
    expected === 'any' ||
    (expected === 'no-stream' ? !exists : expected === 'stream-exists' ? exists : state.last === expected);
  const repeated = broken.has('idempotency') ? null : originalOf(state, expected, events, seenRevision);
  if (repeated !== null) {
    // What was deleted is recognised, but its place is not found any more.
    const position = repeated.revision < state.from ? null : repeated.position;
    return { kind: 'success', revision: repeated.revision, position };
  }
  const start = broken.has('idempotency') ? undefined : startOf(state, expected, events, seenRevision);
  const isMixed = start !== undefined && state.records[start]?.id === events[0]?.id && events.length > 0;
  if (meets && !isMixed) return 'write';
  // A deleted stream tells where it will go on.
  const current = state.last >= 0 ? state.last : null;
  return {
    kind: 'conflict',
    current: broken.has('actual-revision') && expected === 'no-stream' ? 0 : current,
    expected,
  };
}

/** The revision at which the original of a repetition would have begun. */
function startOf(
  state: StreamState,
  expected: Expected,
  events: readonly ProposedEvent[],
  seenRevision: (id: string) => number | undefined,
): number | undefined {
  const first = events[0];
  if (first === undefined) return undefined;
  // Under an explicit revision only what lies right behind it counts: the same id elsewhere is another event. Also behind
  // a deletion 'no stream' asks of the very first event: what began a stream again is not recognised.
  if (expected === 'no-stream') return 0;
  if (typeof expected === 'number') return expected + 1;
  const seen = seenRevision(first.id);
  return seen !== undefined && state.records[seen]?.id === first.id ? seen : undefined;
}

/** The last record of the original, when this append repeats one or a prefix of one; else null. */
function originalOf(
  state: StreamState,
  expected: Expected,
  events: readonly ProposedEvent[],
  seenRevision: (id: string) => number | undefined,
): LogRecord | null {
  const start = startOf(state, expected, events, seenRevision);
  if (start === undefined) return null;
  for (const [at, { id }] of events.entries()) if (state.records[start + at]?.id !== id) return null;
  return state.records[start + events.length - 1] ?? null;
}
