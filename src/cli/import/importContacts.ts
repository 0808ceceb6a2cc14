import { NO_BODY } from '../../api/json.ts';
import { contactFields, readContact } from '../../api/resources/contact.ts';
import { importContact } from '../../commands/email/saveContact.ts';
import { forms, type Provider } from '../../imports/forms/index.ts';
import type { CommandResult } from '../answer.ts';
import { CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';
import { importAddresses, issuesInWords } from './importRows.ts';

const COUNTED = {
  added: 'new',
  'filled in': 'known, and filled in',
  unchanged: 'known with all of it',
  passed_over: 'no contacts there',
};

/** Contacts of another provider, under the rules of `POST /v1/contacts`; what is known here stays. */
export async function importContacts(call: LedgerCall, from: Provider): Promise<CommandResult> {
  const { contact } = forms[from] as { readonly contact?: (typeof forms)['plain']['contact'] };
  if (contact === undefined)
    throw new CliError(`${from} keeps no contacts: give them as plain CSV or JSON.`, 'usage');
  const { origin } = await workspaceNamed(call);
  const isTrial = call.options.dryRun === true;
  return importAddresses(call, { counted: COUNTED }, async ({ fields, address }) => {
    const row = contact?.(fields) ?? null;
    if (row === null) return { is: 'passed_over' };
    const read = readContact({ ...NO_BODY, value: { email: address, ...row } });
    if ('issues' in read) return { fault: issuesInWords(read.issues) };
    const given = await contactFields(call.blobs, read.value);
    return { is: await importContact(call.ledger, origin, given, isTrial) };
  });
}
