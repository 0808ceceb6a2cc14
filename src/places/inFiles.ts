import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { nullIfMissing, syncFolder } from '../adapters/node/durableFiles.ts';
import type { Search } from './place.ts';

/** Whole files, by their path in the data folder: those whose name or contents are about the person. */
export const inFiles = (files: RegExp): Search => ({
  async *find({ folder }, person) {
    for await (const path of pathsIn(folder, files)) {
      const bytes = await readFile(join(folder, path)).catch(nullIfMissing);
      if (person.isIn(`${path}\n${bytes}`)) yield path;
    }
  },
  cut,
});

/** Copies of whole databases, which may be damaged: each of them may name anyone. */
export const inCopies = (files: RegExp): Search => ({ find: ({ folder }) => pathsIn(folder, files), cut });

const cut: Search['cut'] = async ({ folder }, paths) => {
  for (const path of paths) {
    await rm(join(folder, path), { force: true });
    await syncFolder(dirname(join(folder, path)));
  }
};

async function* pathsIn(folder: string, files: RegExp, within = ''): AsyncIterable<string> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const path = within + entry.name;
    // Of blobs there may be millions, and they are a place of their own.
    if (entry.isDirectory() && path !== 'blobs') yield* pathsIn(folder, files, `${path}/`);
    else if (files.test(path)) yield path;
  }
}
