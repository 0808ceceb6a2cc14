import type { Position } from '../events/event.ts';
import type { EventStore } from '../ports/eventStore.ts';
import { columnsOf, type ExportFilter, exportLine } from './exportFormat.ts';
import { leafPages } from './leafPages.ts';

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
  /** Whether the events are given with their parts. */
  readonly personal?: boolean;
}

/**
 * The lines of a part of the log, page by page as they are asked for.
 * @throws LogDamaged that names an event that is not as it was written, after the lines before it
 */
export async function* exportedLines(
  store: Pick<EventStore, 'readLeaves'>,
  { after, until, filter, personal = false }: ExportRange,
): AsyncGenerator<ExportPage, void, void> {
  const isWanted = filter === null ? () => true : wantedBy(filter);
  if (after >= until) return;
  for await (const leaves of leafPages(store, after, personal)) {
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
    const last = leaves.at(-1);
    if (last !== undefined && last.position >= until) return;
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
