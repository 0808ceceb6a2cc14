import { unmatchedFiles } from '../../adapters/outbox/unmatchedFiles.ts';
import { unmatchedFolder } from '../../main/options.ts';
import { instant } from '../../ports/clock.ts';
import { listing } from '../answer.ts';
import { wholeNumber } from '../argumentParsers.ts';
import type { AddCommand } from '../cli.ts';

const MOST = 1_000;

/** `postledger bounces`: mails to a bounce address that the intake could not match with a delivery. */
export const bounces: AddCommand = (program, cli) => {
  const group = program.command('bounces').description('bounces that belong to no known delivery');
  const list = group
    .command('list')
    .description(
      'newest first, on the machine whose intake received them; each is a file to read or to remove',
    )
    .option('--limit <n>', 'how many at most', wholeNumber(1), '100');
  cli.action(list, async ({ settings, options }) => {
    const limit = Math.min(Number(options.limit), MOST);
    const files = await unmatchedFiles(unmatchedFolder(settings)).list(limit);
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
};
