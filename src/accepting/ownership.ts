import { LRUCache } from 'lru-cache';
import type { AcceptDependencies } from '../commands/email/acceptEmail.ts';
import { parseMailbox } from '../commands/email/emailAddress.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import type { AcceptSmsDependencies } from '../commands/sms/acceptSms.ts';
import { smsNumbersOf } from '../commands/sms/smsNumber.ts';
import { domainAndParents, senderDomainName } from '../commands/workspace/senderDomainName.ts';
import { verifiedDomainFor } from '../commands/workspace/senderDomains.ts';
import { domainOf } from '../events/addressForms.ts';
import type { ReadModels } from '../projections/readModels.ts';

/** How long a sender that may be used is not looked up again: most messages of a workspace have the same one. */
const KNOWN_MS = 1_000;
const MAX_KNOWN = 10_000;

/** Whether the sender's domain, or a parent of it, is verified by other workspaces only. */
export function foreignSenders({
  ledger,
  models,
}: {
  readonly ledger: Pick<Ledger, 'store' | 'clock'>;
  readonly models: Pick<ReadModels, 'senderDomains'>;
}): AcceptDependencies['isForeignSender'] {
  const known = new LRUCache<string, number>({ max: MAX_KNOWN });
  const look = async (workspace: string, from: string, key: string, atMs: number): Promise<boolean> => {
    const { address } = parseMailbox(from) ?? { address: from };
    const name = senderDomainName(domainOf(address));
    const found =
      name === null ? [] : [...(await models.senderDomains.getMany(domainAndParents(name))).values()];
    const owners = found.flatMap(({ document }) => document.workspaces);
    if (owners.length === 0 || owners.includes(workspace)) {
      known.set(key, atMs);
      return false;
    }
    // A refusal is final, so the log is read as it is at this moment.
    return name !== null && (await verifiedDomainFor(ledger, workspace, name)) === null;
  };
  return (workspace, from) => {
    const key = `${workspace} ${from}`;
    const nowMs = ledger.clock.monotonicMs();
    return nowMs - (known.get(key) ?? -KNOWN_MS) < KNOWN_MS ? false : look(workspace, from, key, nowMs);
  };
}

/** Whether a number is assigned to other workspaces only. */
export function foreignNumbers({
  ledger,
  models,
}: {
  readonly ledger: Pick<Ledger, 'store'>;
  readonly models: Pick<ReadModels, 'smsNumbers'>;
}): AcceptSmsDependencies['isForeignNumber'] {
  return async (workspace, number) => {
    const owners = (await models.smsNumbers.get(number))?.document.workspaces ?? [];
    if (owners.length === 0 || owners.includes(workspace)) return false;
    return !(await smsNumbersOf(ledger, workspace)).includes(number);
  };
}
