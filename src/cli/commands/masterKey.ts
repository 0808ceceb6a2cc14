import { renewSealKey } from '../../audit/sealKeys.ts';
import { masterKeyChangedAt, unusedKey } from '../../commands/workspace/openLedger.ts';
import { resealSecrets } from '../../commands/workspace/resealSecrets.ts';
import { listWorkspaces } from '../../projections/workspaces.ts';
import { type AddCommand, CliError } from '../cli.ts';
import { operatorOrigin } from '../workspaceNamed.ts';

/** Links of unsubscribing must work for 60 days after a mail (CASL, section 11); bounces and clicks come sooner. */
const LINKS_DAYS = 60;

/** `postledger master-key`: the key that seals secrets at rest. */
export const masterKey: AddCommand = (group, cli) => {
  const rotate = group
    .command('rotate')
    .description('seal everything in the log again under the new key, once every process has both');
  cli.ledgerAction(rotate, async (call) => {
    const { ledger, secrets, settings, readModel } = call;
    if (settings.POSTLEDGER_MASTER_KEY_PREVIOUS === undefined)
      throw new CliError(
        'set POSTLEDGER_MASTER_KEY_PREVIOUS to the present key and POSTLEDGER_MASTER_KEY to a new one, for this command ' +
          'and for every process, and start these again first (operations.md).',
      );
    const changedAt = await masterKeyChangedAt(ledger.store, secrets);
    if (changedAt === null) throw unusedKey();
    let resealed = (await renewSealKey(ledger, secrets, operatorOrigin(call, ''))) ? 1 : 0;
    const unreadable: string[] = [];
    for (const { id } of await listWorkspaces(await readModel('workspaces'))) {
      const done = await resealSecrets(ledger, secrets, operatorOrigin(call, id));
      resealed += done.resealed.size;
      unreadable.push(...done.unreadable);
    }
    const neededUntil = new Date(Date.parse(changedAt) + LINKS_DAYS * 86_400_000).toISOString();
    const text = [
      `Sealed again under the new key: ${resealed}.`,
      ...unreadable.map((context) => `Opens under neither key, and stays as it is: ${context}`),
      `Links in mails that were sent before ${changedAt} need the previous key: keep POSTLEDGER_MASTER_KEY_PREVIOUS until ${neededUntil}.`,
      'Before that, give mail services their new addresses for reports: `postledger hooks list` shows them.',
    ].join('\n');
    return {
      data: { resealed, unreadable, changed_at: changedAt, previous_needed_until: neededUntil },
      text,
      failed: unreadable.length > 0,
    };
  });
};
