import { dkimKeyName, dkimTags } from '../mail/dkimTags.ts';
import { fieldOf, type HeaderFields, headerFields } from '../mail/headerFields.ts';
import type { Clock } from '../ports/clock.ts';
import { type DnsRecords, DnsUnavailable } from '../ports/dnsRecords.ts';
import type { IncomingMail } from '../ports/mailIntake.ts';
import type { MailReader, VerifiedSignature } from '../ports/mailReader.ts';
import { keptFor } from '../queues/keptFor.ts';
import { networkOf } from '../queues/networkOf.ts';

export interface FeedbackLoopsDependencies {
  readonly reader: Pick<MailReader, 'verify'>;
  readonly dns: Pick<DnsRecords, 'txt'>;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  /** Addresses, domains, and `*.` with a domain for all below it: where feedback loops send from. In lower case. */
  readonly senders: readonly string[];
}

/** Mail of feedback loops: reports of mail providers that come to the one address that was registered with them. */
export interface FeedbackLoops {
  /**
   * Whether a feedback loop wrote the mail: its From is one of the known senders, and a DKIM signature (RFC 6376) of that
   * domain's organisation, no older than 7 days, covers From, Message-ID, Content-Type and the whole body. `later`: it cannot
   * be verified now.
   */
  wrote(mail: IncomingMail, head: string): Promise<boolean | 'later'>;
}

const KEYS_KEPT_MS = 600_000;
const MAX_KEYS = 1_000;
const MAX_SIGNATURES = 5;
const COVERED = ['from', 'message-id', 'content-type'];
const MAX_AGE_MS = 7 * 86_400_000;
/** How far the sender's clock may be ahead. */
const CLOCKS_MS = 3_600_000;

export function feedbackLoops({ reader, dns, clock, senders }: FeedbackLoopsDependencies): FeedbackLoops {
  const kept = keptFor<string>(clock, KEYS_KEPT_MS, MAX_KEYS);
  const keyAt = (name: string) =>
    kept.of(name, async () => (await dns.txt(name)).find((text) => /(?:^|;)\s*p\s*=/.test(text)) ?? '');

  return {
    async wrote({ raw, remoteAddress }, head) {
      const fields = headerFields(head);
      // A second field could be the one that is read, and the first the one that is signed.
      if (COVERED.some((name) => fields.get(name)?.length !== 1)) return false;
      const from = addressIn(fieldOf(fields, 'from'));
      if (!isListed(senders, from)) return false;
      const names = keyNamesIn(fields, from);
      if (names.length === 0) return false;
      try {
        const keys = new Map(
          await Promise.all(names.map(async (name) => [name, await keyAt(name)] as const)),
        );
        const nowMs = clock.nowMs();
        const source = { isSigned: false, network: networkOf(remoteAddress) };
        const signatures = await reader.verify(raw, { keys, nowMs }, source);
        const dates = fields.get('date') ?? [];
        const dateMs = dates.length === 1 ? Date.parse(dates[0] ?? '') : Number.NaN;
        return signatures?.some((one) => isProof(one, { from, dateMs, nowMs })) ?? 'later';
      } catch (error) {
        if (error instanceof DnsUnavailable) return 'later';
        throw error;
      }
    },
  };
}

/** The address of a From with one mailbox, in lower case. */
function addressIn(from: string): string {
  return (/<([^<>]*)>$/.exec(from)?.[1] ?? from).trim().toLowerCase();
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

function isListed(senders: readonly string[], from: string): boolean {
  const domain = domainOf(from);
  return senders.some(
    (sender) =>
      sender === from || sender === domain || (sender.startsWith('*.') && domain.endsWith(sender.slice(1))),
  );
}

/** Where the keys are of signatures that may be of the sender's organisation: no one else makes this service ask the DNS. */
function keyNamesIn(fields: HeaderFields, from: string): readonly string[] {
  const site = siteOf(domainOf(from));
  const names = (fields.get('dkim-signature') ?? []).flatMap((value) => dkimKeyName(dkimTags(value)) ?? []);
  return [...new Set(names)].filter((name) => siteOf(name) === site).slice(0, MAX_SIGNATURES);
}

/** The last two labels; whether a domain is of the same organisation is said by the verifier, which knows public suffixes. */
const siteOf = (domain: string) => domain.split('.').slice(-2).join('.');

function isProof(
  { from, isAligned, fields, signedAtMs }: VerifiedSignature,
  mail: { readonly from: string; readonly dateMs: number; readonly nowMs: number },
): boolean {
  const ageMs = mail.nowMs - (signedAtMs ?? (fields.includes('date') ? mail.dateMs : Number.NaN));
  return (
    isAligned &&
    from.length === 1 &&
    from[0]?.toLowerCase() === mail.from &&
    COVERED.every((name) => fields.includes(name)) &&
    ageMs <= MAX_AGE_MS &&
    ageMs >= -CLOCKS_MS
  );
}
