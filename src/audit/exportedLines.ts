import type { Position } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { columnsOf, type ExportFilter, exportLine } from './exportFormat.ts';

/** Lines that are written together. */
interface ExportPage {
  /** Each with its line feed. */
  readonly lines: string;
  readonly events: number;
  /** Events that were looked at. */
  readonly read: number;
}

interface ExportRange {
  /** Exclusive. */
  readonly after: Position;
  /** Inclusive. */
  readonly until: Position;
  readonly filter: ExportFilter | null;
}

/** Leaves that are read at once: memory does not grow with the log. */
const PAGE = 500;

/**
 * The lines of a part of the log, page by page as they are asked for.
 * @throws RangeError that names an event that is not as it was written, after the lines before it
 */
export async function* exportedLines(
  store: Pick<EventStore, 'readLeaves'>,
  { after, until, filter }: ExportRange,
): AsyncGenerator<ExportPage, void, void> {
  const isWanted = filter === null ? () => true : wantedBy(filter);
  for (let position = after; position < until; ) {
    const { leaves, fault } = await store.readLeaves({ after: position, limit: PAGE });
    let lines = '';
    let events = 0;
    for (const leaf of leaves) {
      if (leaf.position > until) break;
      const columns = columnsOf(leaf);
      if (!isWanted(columns)) continue;
      lines += `${exportLine(leaf, columns)}\n`;
      events += 1;
    }
    yield { lines, events, read: leaves.length };
    if (fault !== null) throw new RangeError(fault);
    const last = leaves.at(-1);
    if (last === undefined) return;
    position = last.position;
  }
}

function wantedBy({ since, until, workspace, stream, types }: ExportFilter) {
  return (of: ReturnType<typeof columnsOf>): boolean =>
    (since === null || of.at >= since) &&
    (until === null || of.at < until) &&
    (workspace === null || of.workspace === workspace) &&
    (stream === null || of.stream === stream || of.stream.startsWith(`${stream}-`)) &&
    (types === null || types.includes(of.type));
}
