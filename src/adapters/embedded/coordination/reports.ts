import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reports } from '../../../ports/reports.ts';
import { chownLikeFolder, makeFolder, nullIfMissing } from '../../node/durableFiles.ts';

const END = '.json';

/** Reports as files of one folder: small, replaced as a whole, and not synced. What has not changed is not written again. */
export function openEmbeddedReports(folder: string): Reports {
  const written = new Map<string, string>();
  return {
    async put(name, text) {
      if (written.get(name) === text) return;
      await makeFolder(folder);
      const file = join(folder, encodeURIComponent(name) + END);
      const temporary = `${file}.${process.pid}.tmp`;
      await writeFile(temporary, text, { mode: 0o600 });
      chownLikeFolder(temporary);
      await rename(temporary, file);
      written.set(name, text);
    },
    async all() {
      const found = new Map<string, string>();
      for (const file of (await readdir(folder).catch(nullIfMissing)) ?? []) {
        if (!file.endsWith(END)) continue;
        const text = await readFile(join(folder, file), 'utf8').catch(nullIfMissing);
        if (text !== null) found.set(decodeURIComponent(file.slice(0, -END.length)), text);
      }
      return found;
    },
  };
}
