import type { Command } from 'commander';
import { newSenderKeys } from '../../commands/workspace/newSenderKeys.ts';
import {
  type CheckedRecord,
  checkedRecords,
  type DomainRecord,
  publishedSelectors,
  senderDomainRecords,
} from '../../commands/workspace/senderDomainRecords.ts';
import {
  decideSenderDomain,
  type SenderDomain,
  senderDomainsOf,
  signingKeysOf,
} from '../../commands/workspace/senderDomains.ts';
import { DnsUnavailable } from '../../ports/dnsRecords.ts';
import { listing, printable } from '../answer.ts';
import { senderDomain } from '../argumentParsers.ts';
import { type AddCommand, type Cli, CliError, type LedgerCall } from '../cli.ts';
import { workspaceNamed } from '../workspaceNamed.ts';

/** `postledger domains`: the domains that a workspace sends from, and the keys that sign its mail. */
export const domains: AddCommand = (group, cli) => {
  newKeys(group, cli, 'add', 'makes keys for a domain, and says what to set in DNS');
  newKeys(group, cli, 'rotate', 'makes further keys; the previous ones sign until DNS holds these');
  checking(group, cli);

  cli.ledgerAction(group.command('list').description('the earliest added first'), async (call) => {
    const { id } = await workspaceNamed(call);
    const found = (await senderDomainsOf(call.ledger, id)).map(described);
    const rows = found.map(({ domain, verified, keys }) => [
      domain,
      verified ? 'verified' : 'not verified',
      keys.map(({ selector, state }) => `${selector} (${state})`),
    ]);
    return { data: found, text: listing(['DOMAIN', 'STATE', 'KEYS'], rows, 'There is no domain.') };
  });

  cli.ledgerAction(onDomain(group, 'remove', 'stop signing its mail'), async (call) => {
    const domain = domainIn(call);
    const { origin } = await workspaceNamed(call);
    await decideSenderDomain(call.ledger, origin, { do: 'remove', domain });
    const text = `${domain} was removed. Its records may leave DNS in some days.`;
    return { data: { domain, removed: true }, text };
  });
};

function onDomain(group: Command, name: string, description: string): Command {
  const command = group.command(name).description(description);
  return command.argument('<domain>', 'such as example.org', senderDomain);
}

function newKeys(group: Command, cli: Cli, what: 'add' | 'rotate', description: string): void {
  cli.ledgerAction(onDomain(group, what, description), async (call) => {
    const { ledger, secrets, signingKeys } = call;
    const name = domainIn(call);
    const { id, origin } = await workspaceNamed(call);
    const keys = await newSenderKeys({ ids: ledger.ids, secrets, signingKeys }, id, name);
    await decideSenderDomain(ledger, origin, { do: what, domain: name, keys });
    const domain = await domainNamed(call, id, name);
    const records = senderDomainRecords(domain, returnPathOf(call));
    return {
      data: { ...described(domain), records: records.map(recordData) },
      text:
        `${records.map(recordText).join('\n\n')}\n\nSet these in DNS, then: postledger domains check ${name}\n` +
        'Mail is signed from then on.',
    };
  });
}

function checking(group: Command, cli: Cli): void {
  const about = 'looks into DNS, says what is missing, and signs by the keys that it finds';
  cli.ledgerAction(onDomain(group, 'check', about), async (call) => {
    const name = domainIn(call);
    const { id, origin } = await workspaceNamed(call);
    const wanted = await domainNamed(call, id, name);
    const records = await checkedRecords(call.dns, wanted, returnPathOf(call)).catch((error: unknown) => {
      if (error instanceof DnsUnavailable)
        throw new CliError(`${error.message}; nothing was changed.`, 'unavailable');
      throw error;
    });
    const published = publishedSelectors(records);
    await decideSenderDomain(call.ledger, origin, { do: 'check', domain: name, published });
    const domain = described(await domainNamed(call, id, name));
    const faults = records.filter(({ state, isNeeded }) => isNeeded && state !== 'there');
    const verdict = domain.verified
      ? `${name} is verified: its mail is signed.`
      : `${name} is not verified: nothing is signed.`;
    return {
      data: {
        ...domain,
        records: records.map((record) => ({
          ...recordData(record),
          state: record.isNeeded ? record.state : 'replaced',
          found: record.found,
        })),
      },
      text: `${records.map(checkedText).join('\n')}\n\n${verdict}`,
      failed: faults.length > 0,
    };
  });
}

async function domainNamed({ ledger }: LedgerCall, workspace: string, name: string): Promise<SenderDomain> {
  const found = (await senderDomainsOf(ledger, workspace)).find(({ domain }) => domain === name);
  if (found === undefined)
    throw new CliError(
      `${name} is no sender domain of the workspace; \`postledger domains add\` makes it one.`,
      'not_found',
    );
  return found;
}

/** Commander leaves the arguments as they were typed. */
const domainIn = ({ args }: LedgerCall) => senderDomain(args[0] ?? '');

const returnPathOf = ({ settings }: LedgerCall) => settings.POSTLEDGER_BOUNCE_DOMAIN ?? null;

function described(domain: SenderDomain) {
  const signing = new Set(signingKeysOf(domain).map(({ selector }) => selector));
  return {
    domain: domain.domain,
    verified: signing.size > 0,
    keys: domain.keys.map(({ selector, algorithm, isPublished }) => ({
      selector,
      algorithm,
      state: signing.has(selector) ? 'signs' : isPublished ? 'replaced' : 'not in DNS',
    })),
  };
}

const recordData = ({ purpose, name, type, value }: DomainRecord) => ({ purpose, name, type, value });

function recordText({ purpose, name, type, value }: DomainRecord): string {
  const example = purpose === 'spf' || purpose === 'dmarc' ? ', for example' : '';
  return `${purpose}${example}:\n  ${name}. ${type} ${type === 'TXT' ? inStrings(value) : value}`;
}

const STATES: Readonly<Record<CheckedRecord['state'], string>> = {
  there: 'ok     ',
  missing: 'MISSING',
  different: 'WRONG  ',
};

function checkedText(record: CheckedRecord): string {
  const { purpose, name, type, state, found, isNeeded } = record;
  const line = `${isNeeded ? STATES[state] : STATES.there}  ${purpose}: ${name} ${type}`;
  if (!isNeeded) return `${line}, no longer needed: a newer key signs; leave it there for a week`;
  if (state === 'missing') return `${line}\n         set: ${record.value}`;
  if (state === 'different')
    return `${line} says ${found.map(printable).join(' and ')}\n         set: ${record.value}`;
  return line;
}

/** A text as zone files hold it: in strings of at most 255 characters (RFC 1035, section 3.3). */
function inStrings(value: string): string {
  return (value.match(/.{1,255}/g) ?? []).map((part) => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ');
}
