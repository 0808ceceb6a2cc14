import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile, type Row } from '../../src/imports/rows.ts';

/** A file in a folder of its own, for as long as `use` runs. */
export async function withFile<Result>(
  content: string | Uint8Array,
  use: (path: string) => Promise<Result>,
  name = 'export.csv',
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return await use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All rows of a file: the given fields of each, or its fault. */
export const rowsOf = (content: string | Uint8Array, ...names: readonly string[]) =>
  withFile(content, async (path) => {
    const { rows, readAs } = importFile(path);
    const found: string[] = [];
    for await (const row of rows) found.push(shown(row, names));
    return { rows: found, readAs: readAs() };
  });

const shown = (row: Row, names: readonly string[]) =>
  'fault' in row
    ? `${row.place}: ${row.fault}`
    : `${row.place}: ${names.map((name) => row.fields.text(name)).join(' / ')}`;
