import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BEGINNING, type Position } from '../../../events/event.ts';
import type { Log } from '../../../ports/log.ts';
import { isDamaged } from '../sqlite.ts';
import { openDocumentFile, READ_MODELS } from './documentFile.ts';
import { newestIn } from './newestPosition.ts';

/** By the log's own `end`: null when nobody can tell. */
export type LogEnd = () => Promise<Position | null>;

/**
 * Condemns read models that know events which the log lacks: one restored from an older backup, or whose last commits a
 * disk has lost. The log will give those positions out again, and what comes to stand there would be passed over, in
 * every read model, for ever. The next process to open the file sets it aside and begins an empty one.
 * @throws Error when the file is damaged or ahead and another process has it open
 */
export async function condemnWhenAhead(folder: string, log: Log, logEnd: LogEnd): Promise<void> {
  if (!existsSync(join(folder, READ_MODELS))) return;
  const file = openDocumentFile(folder, log);
  try {
    const newest = newestNow(file.db);
    if (newest === null || newest <= BEGINNING) return;
    // Asked behind the documents: others may append and fold meanwhile.
    const end = await logEnd();
    if (end === null || newest <= end) return;
    file.condemn({ is: 'ahead', why: `it knows an event at ${newest}, and the log ends at ${end}` });
  } finally {
    file.close();
  }
}

/** Null when a damaged page hides it: a later read will meet it and say so. */
function newestNow(db: Parameters<typeof newestIn>[0]): Position | null {
  try {
    return newestIn(db);
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}
