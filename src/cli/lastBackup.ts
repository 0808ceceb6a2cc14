import { join } from 'node:path';
import { openEmbeddedReports } from '../adapters/embedded/coordination/reports.ts';

/** The last complete backup of a data folder: when it was made (RFC 3339), and where. */
interface LastBackup {
  readonly at: string;
  readonly to: string;
}

const reportsOf = (data: string) => openEmbeddedReports(join(data, 'reports'));

/** Notes it next to the data. A backup is no worse where that fails, as on a full disk. */
export async function noteBackup(data: string, last: LastBackup): Promise<void> {
  await reportsOf(data)
    .put('backup', JSON.stringify(last))
    .catch(() => {});
}

/** Null where none is noted. */
export async function lastBackup(data: string): Promise<LastBackup | null> {
  const text = (await reportsOf(data).all()).get('backup');
  return text === undefined ? null : (JSON.parse(text) as LastBackup);
}
