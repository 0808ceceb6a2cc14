import { unmatchedFolder } from '../../main/options.ts';
import type { AddCommand } from '../cli.ts';
import { listsUnmatched } from '../unmatchedList.ts';

/** `postledger bounces`: mails to a bounce address that the intake could not match with a delivery. */
export const bounces: AddCommand = (group, cli) => {
  const list = group
    .command('list')
    .description(
      'newest first, on the machine whose intake received them; each is a file to read or to remove',
    );
  listsUnmatched(list, cli, unmatchedFolder);
};
