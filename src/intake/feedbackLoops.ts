import { domainOf } from '../events/addressForms.ts';
import { dkimKeyName } from '../mail/dkimKeyName.ts';
import { fieldOf, type HeaderFields, headerFields } from '../mail/headerFields.ts';
import type { Clock } from '../ports/clock.ts';
import { type DnsRecords, DnsUnavailable } from '../ports/dnsRecords.ts';
import type { Log } from '../ports/log.ts';
import type { IncomingMail } from '../ports/mailIntake.ts';
import type { MailReader } from '../ports/mailReader.ts';
import { keptFor } from '../queues/keptFor.ts';
import { networkOf } from '../queues/networkOf.ts';

/** What a report is worth that no signed address names; `later`: it cannot be said now. */
export type FeedbackProof = (mail: IncomingMail, head: string) => Promise<'signed' | 'unsigned' | 'later'>;

export interface FeedbackLoopsDependencies {
  readonly reader: Pick<MailReader, 'verify'>;
  readonly dns: Pick<DnsRecords, 'txt'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Pick<Log, 'warn'>;
  /** Where feedback loops send from: addresses, domains, and `*.` with a domain for all below it. In lower case. */
  readonly senders: readonly string[];
}

const KEYS_KEPT_MS = 600_000;
const MAX_KEYS = 1_000;
const MAX_SIGNATURES = 5;
const COVERED = ['from', 'message-id', 'content-type'];
const MAX_AGE_MS = 7 * 86_400_000;

/**
 * Mail of feedback loops, by which mail providers report to the one address that was registered with them. It is `signed`
 * where its From is one of the known senders, and a DKIM signature (RFC 6376) of that domain's organisation, no older than
 * 7 days, covers From, Message-ID, Content-Type and the whole body.
 */
export function feedbackLoops(dependencies: FeedbackLoopsDependencies): FeedbackProof {
  const { reader, dns, clock, log, senders } = dependencies;
  const kept = keptFor<string>(clock, KEYS_KEPT_MS, MAX_KEYS);
  const keyAt = (name: string) =>
    kept.of(name, async () => (await dns.txt(name)).find((text) => /(?:^|;)\s*p\s*=/.test(text)) ?? '');

  return async ({ raw, remoteAddress }, head) => {
    const fields = headerFields(head);
    // Of two fields one could be signed, and the other one read.
    if (COVERED.some((name) => fields.get(name)?.length !== 1)) return 'unsigned';
    const from = addressIn(fieldOf(fields, 'from'));
    const names = isListed(senders, from) ? keyNamesIn(fields, from) : [];
    if (names.length === 0) return 'unsigned';
    const dateMs = fields.get('date')?.length === 1 ? Date.parse(fieldOf(fields, 'date')) : Number.NaN;
    const asked = { from, fields: COVERED, dateMs, nowMs: clock.nowMs(), maxAgeMs: MAX_AGE_MS };
    try {
      const keys = new Map(await Promise.all(names.map(async (name) => [name, await keyAt(name)] as const)));
      const source = { isSigned: false, network: networkOf(remoteAddress) };
      const isProven = await reader.verify(raw, { keys, ...asked }, source);
      if (isProven !== null) return isProven ? 'signed' : 'unsigned';
    } catch (error) {
      if (!(error instanceof DnsUnavailable)) throw error;
    }
    log.warn({ from }, 'the signature of a report cannot be verified now, and it has to come again');
    return 'later';
  };
}

/** The address of a From with one mailbox, in lower case. */
const addressIn = (from: string) => (/<([^<>]*)>$/.exec(from)?.[1] ?? from).trim().toLowerCase();

const isListed = (senders: readonly string[], from: string) =>
  [from, domainOf(from)].some((one) => senders.includes(one)) ||
  senders.some((sender) => sender.startsWith('*.') && domainOf(from).endsWith(sender.slice(1)));

/** Where the keys are of signatures that may be of the sender's organisation: no one else makes this service ask the DNS. */
function keyNamesIn(fields: HeaderFields, from: string): readonly string[] {
  const names = (fields.get('dkim-signature') ?? []).flatMap((value) => dkimKeyName(value) ?? []);
  return [...new Set(names)].filter((name) => siteOf(name) === siteOf(from)).slice(0, MAX_SIGNATURES);
}

/** The last two labels: whether they are of one organisation is said by the verifier, which knows public suffixes. */
const siteOf = (name: string) => domainOf(name).split('.').slice(-2).join('.');
