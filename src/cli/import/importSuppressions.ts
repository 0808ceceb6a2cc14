import { importSuppression } from '../../commands/email/suppress.ts';
import { forms, type Provider } from '../../imports/forms/index.ts';
import { reasonKind } from '../../imports/reasons.ts';
import { timeIn } from '../../imports/times.ts';
import { instant } from '../../ports/clock.ts';
import type { CommandResult } from '../answer.ts';
import type { LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { fileName, importAddresses } from './importRows.ts';

const COUNTED = {
  added: 'suppressed now',
  unchanged: 'suppressed before',
  lifted: 'lifted here, and not newer: left alone',
  passed_over: 'not suppressed there',
};
const MAX_DETAIL = 500;

/** Suppressions of another provider: each row an event with its origin. */
export async function importSuppressions(call: LedgerCall, from: Provider): Promise<CommandResult> {
  const { origin } = await workspaceNamed(call);
  const form = forms[from];
  const file = fileName(call);
  const nowMs = call.ledger.clock.nowMs();
  const isTrial = call.options.dryRun === true;
  return importAddresses(call, { counted: COUNTED }, async ({ fields, address, place }) => {
    const row = form.suppression(fields, nowMs);
    if (row === null) return { is: 'passed_over' };
    const kind = reasonKind(row.reason);
    const sinceMs = timeIn(row.since);
    // A time to come would bring the suppression back after every lift until then.
    const since = sinceMs === null || sinceMs > nowMs ? null : instant(sinceMs);
    const detail = [...new Set([row.reason, row.detail])].filter((text) => text !== '').join(': ');
    const reason = `imported${from === 'plain' ? '' : ` from ${from}`}${detail === '' ? '' : `: ${oneLine(detail)}`}`;
    const imported = { from, kind, since, file, place };
    const fate = await importSuppression(
      call.ledger,
      origin,
      { do: 'import', address, reason, imported },
      isTrial,
    );
    const isUnread = row.since !== '' && since === null;
    return {
      is: fate,
      ...(isUnread && {
        note: `its time ${row.since} ${sinceMs === null ? 'cannot be read' : 'is to come'}: taken as without one`,
      }),
    };
  });
}

const oneLine = (text: string): string =>
  [...text.replace(/[\p{Cc}\s]+/gu, ' ')].slice(0, MAX_DETAIL).join('');
