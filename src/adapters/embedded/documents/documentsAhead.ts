import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BEGINNING, type Position, plainPosition } from '../../../events/event.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { DOCUMENT_FILES, type DocumentFile, openDocumentFile } from './documentFile.ts';
import { DamagedRow } from './documentRow.ts';
import { newestIn } from './newestPosition.ts';
import { noteAhead } from './setAside.ts';

/** The log's own `end`: null when it is not known. */
export type KnownLogEnd = (known: Position) => Promise<Position | null>;

/**
 * Marks read models as unusable that know events which the log lacks, because the log was restored from an older backup
 * or lost its last commits to a disk. The log will give those positions to new events, and every read model would ignore
 * those events for ever. The next process to open the file sets it aside and begins an empty one. What another process has
 * open is not marked: a running service goes on.
 * @throws DocumentsUnavailable when the file is damaged or ahead and another process has it open, or of a newer format
 */
export async function markReadModelsAhead(
  folder: string,
  { clock, log }: { readonly clock: Pick<Clock, 'nowMs'>; readonly log: Log },
  logEnd: KnownLogEnd,
): Promise<void> {
  for (const name of DOCUMENT_FILES)
    if (existsSync(join(folder, name))) await markAhead(openDocumentFile(folder, name, log), clock, logEnd);
}

async function markAhead(
  file: DocumentFile,
  clock: Pick<Clock, 'nowMs'>,
  logEnd: KnownLogEnd,
): Promise<void> {
  try {
    const newest = newestIn(file.db);
    if (newest === null || newest <= BEGINNING) return;
    // Read after the documents: others may append and fold meanwhile.
    const end = await logEnd(newest);
    if (end === null || newest <= end) return;
    const why = `it knows an event at ${plainPosition(newest)}, and the log ends at ${plainPosition(end)}`;
    const at = new Date(clock.nowMs()).toISOString();
    file.markCorruptAlone({ is: 'ahead', why }, () => noteAhead(file.db, { logEnd: end, newest, at }));
  } catch (error) {
    if (!(error instanceof DamagedRow)) throw error;
    file.markCorruptAlone({ is: 'damaged', why: error.message });
  } finally {
    file.close();
  }
}
