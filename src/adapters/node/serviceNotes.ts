import { readFileSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chownLikeFolder, makeFolder, nullIfMissing } from './durableFiles.ts';

/** What a running service says of itself to the commands of its machine, in `reports/` of its data folder. Holds no secret. */
export interface ServiceNote {
  readonly version: string;
  readonly pid: number;
  /** When the process began, in ticks since the machine's start; null where the system does not say it. */
  readonly began: string | null;
  /** The data folder as an absolute path. */
  readonly data: string;
  /** Null until the log could be read. */
  readonly ledgerId: string | null;
  /** The address that customers are given; null in a process without the api role. */
  readonly address: string | null;
  /** What really listens, by name (`api`, `console`, `operators`, `submission`, `bounces`), and where. */
  readonly listeners: Readonly<Record<string, string>>;
  /** The values of all settings that are no secrets, by name. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The names of the secret settings that are set. */
  readonly secrets: readonly string[];
  /** The files that secrets are read from, by the name of the variable. */
  readonly files: Readonly<Record<string, string>>;
}

const folderOf = (data: string) => join(data, 'reports');
const NAME = /^service-\d+\.json$/;

/** Writes the note of this process, or replaces it, for its owner alone. */
export async function writeServiceNote(
  note: Omit<ServiceNote, 'pid' | 'began'>,
  pid: number,
): Promise<() => Promise<void>> {
  const folder = folderOf(note.data);
  await makeFolder(folder);
  const file = join(folder, `service-${pid}.json`);
  const draft = `${file}.tmp`;
  await writeFile(draft, JSON.stringify({ ...note, pid, began: processBegan(pid) }), { mode: 0o600 });
  chownLikeFolder(draft);
  await rename(draft, file);
  return () => rm(file, { force: true });
}

/**
 * The notes of a data folder. Stale is one whose process is gone, also where another has its number now; the next start
 * removes it. Rejects where the folder may not be read.
 */
export async function serviceNotes(
  data: string,
): Promise<{ readonly running: readonly ServiceNote[]; readonly stale: readonly ServiceNote[] }> {
  const running: ServiceNote[] = [];
  const stale: ServiceNote[] = [];
  for (const name of (await readdir(folderOf(data)).catch(nullIfMissing)) ?? []) {
    if (!NAME.test(name)) continue;
    const text = await readFile(join(folderOf(data), name), 'utf8').catch(nullIfMissing);
    if (text === null) continue;
    const note = JSON.parse(text) as ServiceNote;
    (isRunning(note) ? running : stale).push(note);
  }
  return { running, stale };
}

/** Removes what services left that were killed. */
export async function removeStaleNotes(data: string): Promise<void> {
  for (const { pid } of (await serviceNotes(data)).stale)
    await rm(join(folderOf(data), `service-${pid}.json`), { force: true });
}

function isRunning({ pid, began }: ServiceNote): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = processBegan(pid);
  return began === null || now === null || began === now;
}

/** The 22nd field of /proc/PID/stat (proc(5)); the second one, the program's name, may hold spaces and parentheses. */
function processBegan(pid: number): string | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
