import type { LogEnvironment } from './logEnvironment.ts';

/** One caller's append, as the writer thread is handed it. */
export interface PendingAppend {
  readonly stream: string;
  /** Revision that the last event must have; -1 when the stream must not exist. */
  readonly expected: number;
  readonly ids: readonly string[];
  /** Encoded events, one after another in the batch's bytes. */
  readonly lengths: readonly number[];
}

/** `position` of the append's last event, or the `actual` last revision that it conflicts with (-1: no stream). */
export type AppendOutcome = { readonly position: number } | { readonly actual: number };

/**
 * Commits a batch of appends in one transaction, in order: each is decided on what the ones before it left. When
 * this returns all are on disk; when it throws nothing of the batch is visible.
 */
export function commitBatch(
  log: LogEnvironment,
  appends: readonly PendingAppend[],
  bytes: Buffer,
): AppendOutcome[] {
  return log.events.transactionSync(() => {
    log.reserve(
      appends.reduce((sum, { lengths }) => sum + lengths.length, 0),
      bytes.length,
    );
    let last = log.lastPosition();
    let offset = 0;
    return appends.map((append): AppendOutcome => {
      const { stream, expected, lengths } = append;
      const from = offset;
      for (const length of lengths) offset += length;
      const there = log.streams.get([stream, expected + 1]);
      if (there !== undefined) return decideRepetition(log, append);
      if (expected >= 0 && log.streams.get([stream, expected]) === undefined)
        return { actual: lastRevision(log, stream) };
      let start = from;
      for (const [at, length] of lengths.entries()) {
        last++;
        log.events.putSync(last, bytes.subarray(start, start + length), { append: true });
        log.streams.putSync([stream, expected + 1 + at], last);
        start += length;
      }
      return { position: last };
    });
  });
}

/** Events stand where the append would write: they are its own, from an earlier attempt, or another's. */
function decideRepetition(log: LogEnvironment, { stream, expected, ids }: PendingAppend): AppendOutcome {
  let position = 0;
  for (const [at, id] of ids.entries()) {
    const there = log.streams.get([stream, expected + 1 + at]);
    if (there === undefined || idAt(log, there) !== id) return { actual: lastRevision(log, stream) };
    position = there;
  }
  return { position };
}

function idAt(log: LogEnvironment, position: number): string | undefined {
  const text = log.events.get(position)?.toString();
  if (text === undefined) return undefined;
  return (JSON.parse(text.slice(text.indexOf('\n') + 1)) as { id: string }).id;
}

function lastRevision(log: LogEnvironment, stream: string): number {
  const range = { start: [stream, Number.MAX_SAFE_INTEGER], end: [stream, -1], reverse: true, limit: 1 };
  for (const [, revision] of log.streams.getKeys(range as object)) return revision;
  return -1;
}
