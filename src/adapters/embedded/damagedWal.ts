import { copyFileSync, statSync } from 'node:fs';
import { ledgerPath } from './log/ledgerFile.ts';
import { walDamage } from './walDamage.ts';

/**
 * Looks at what the last writer left in the ledger's write-ahead log, before SQLite opens it and passes over whatever
 * is damaged. What is lost is kept in a copy beside it, for anyone who can make something of it.
 * @returns a sentence that names the file and what is lost; null when nothing is wrong
 */
export function setAsideDamagedWal(folder: string): string | null {
  const file = `${ledgerPath(folder)}-wal`;
  const damage = walDamage(file);
  if (damage === null) return null;
  const copy = `${file}.damaged-${Math.trunc(statSync(file).mtimeMs)}`;
  copyFileSync(file, copy);
  const { atByte, lostCommits } = damage;
  const lost =
    lostCommits === 1
      ? 'its last commit is lost: one that a power cut broke off and nobody was told of, or damage by the disk'
      : `its last ${lostCommits} commits are lost, some of which were acknowledged`;
  return `${file} is damaged at byte ${atByte}: ${lost}; a copy is kept as ${copy}`;
}
