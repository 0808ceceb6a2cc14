import type { Command } from 'commander';
import { unmatchedFiles } from '../adapters/outbox/unmatchedFiles.ts';
import type { Settings } from '../config.ts';
import { instant } from '../ports/clock.ts';
import { listing } from './answer.ts';
import { wholeNumber } from './argumentParsers.ts';
import type { Cli } from './cli.ts';

const MOST = 1_000;

/** Makes a command list what an intake kept for the operator in a folder. */
export function listsUnmatched(
  command: Command,
  cli: Cli,
  folderOf: (settings: Pick<Settings, 'POSTLEDGER_DATA'>) => string,
): void {
  command.option('--limit <n>', 'how many at most', wholeNumber(1), '100');
  cli.action(command, async ({ settings, options }) => {
    const limit = Math.min(Number(options.limit), MOST);
    const files = await unmatchedFiles(folderOf(settings)).list(limit);
    const data = files.map(({ atMs, why, sender, recipients, remoteAddress, subject, name }) => ({
      received_at: instant(atMs),
      why,
      sender,
      recipients,
      remote_address: remoteAddress,
      subject,
      file: name,
    }));
    const rows = data.map(({ received_at, why, subject, file }) => [received_at, why, subject, file]);
    return { data, text: listing(['RECEIVED', 'WHY', 'SUBJECT', 'FILE'], rows, 'Nothing is kept.') };
  });
}
