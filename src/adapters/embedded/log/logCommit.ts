import type { Sqlite } from '../sqlite.ts';
import { type BatchMemory, conflictWith, HEADS_AN_APPEND } from './batchMemory.ts';
import { rowBytes, rowCrc, rowHash } from './rowHash.ts';

/**
 * Decides the batch's appends in order, each on the log that the ones before it left, and commits them in one
 * transaction. When it returns, all are on disk and their outcomes written; when it throws, none of them is visible.
 * @returns the position of the log's last event, before and after the commit
 */
export type CommitBatch = (
  batch: BatchMemory,
  appends: number,
) => { readonly before: number; readonly last: number };

const text = 'CAST(? AS TEXT)';

/** Commits the batches of one connection. */
export function logCommit(db: Sqlite): CommitBatch {
  const log = logQueries(db);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, revision, type, id, at, workspace, hash, crc, data, metadata)
     VALUES (?, ${text}, ?, ${text}, ${text}, ${text}, ${text}, ?, ?, ${text}, ${text}) ON CONFLICT DO NOTHING`,
  );

  return ({ heads, bytes, outcomes }, appends) => {
    const before = log.lastPosition();
    let last = before;
    let head = 0;
    let at = 0;
    const take = (): Uint8Array => {
      const part = bytes.subarray(at, at + (heads[head] ?? 0));
      head++;
      at += part.length;
      return part;
    };
    for (let append = 0; append < appends; append++) {
      const expected = heads[head] ?? 0;
      const events = heads[head + 1] ?? 0;
      head += HEADS_AN_APPEND - 1;
      const stream = take();
      const first = last + 1;
      const ids: Uint8Array[] = [];
      // Streams have no gaps: a stream that has the expected revision and takes the first event takes them all.
      let writes = expected < 0 || log.found(stream, expected) !== undefined;
      const exists = writes;
      for (let event = 0; event < events; event++) {
        const [id, type, time, workspace, data, metadata] = [take(), take(), take(), take(), take(), take()];
        ids.push(id);
        if (!writes) continue;
        const position = last + 1;
        const revision = expected + 1 + event;
        const row = rowBytes({
          position,
          revision,
          texts: [stream, type, id, time, workspace, data, metadata],
        });
        const checks = [rowHash(row), rowCrc(row)] as const;
        const { changes } = insert.run(
          ...[position, stream, revision, type, id, time, workspace, ...checks, data, metadata],
        );
        if (changes === 0) writes = false;
        else last++;
      }
      if (writes) outcomes[append] = last;
      else {
        if (last >= first) throw new Error('a stream of the log has a gap');
        outcomes[append] = exists
          ? log.repetition(stream, expected, ids)
          : conflictWith(log.lastRevision(stream));
      }
    }
    db.exec('COMMIT');
    return { before, last };
  };
}

/** The queries of a commit. Texts are bytes: this thread makes no strings of them. */
function logQueries(db: Sqlite) {
  const eventAt = db.prepare(
    `SELECT position, CAST(id AS BLOB) AS id FROM events WHERE stream = ${text} AND revision = ?`,
  );
  const lastOf = db.prepare(`SELECT max(revision) AS revision FROM events WHERE stream = ${text}`);
  const lastOfAll = db.prepare('SELECT max(position) AS position FROM events');

  const lastRevision = (stream: Uint8Array): number =>
    (lastOf.get(stream) as { revision: number | null }).revision ?? -1;
  const found = (stream: Uint8Array, revision: number) =>
    eventAt.get(stream, revision) as { position: number; id: Uint8Array } | undefined;

  /** The append's place is taken: by its own events, from an earlier attempt, or by other events. */
  const repetition = (stream: Uint8Array, expected: number, ids: readonly Uint8Array[]): number => {
    let position = 0;
    for (const [at, id] of ids.entries()) {
      const stored = found(stream, expected + 1 + at);
      if (stored === undefined || Buffer.compare(stored.id, id) !== 0)
        return conflictWith(lastRevision(stream));
      ({ position } = stored);
    }
    return position;
  };

  return {
    lastRevision,
    found,
    repetition,
    lastPosition: () => (lastOfAll.get() as { position: number | null }).position ?? 0,
  };
}
