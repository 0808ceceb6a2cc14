import { createHash } from 'node:crypto';
import type { Carrier, IncomingSms, IntakeHandlers } from '../../src/ports/carrier.ts';
import type { HandedOver, Mailer, MailOutcome, OutgoingMail } from '../../src/ports/mailer.ts';
import type { MailIntake, MailIntakeHandler } from '../../src/ports/mailIntake.ts';
import type { Poster, PostOutcome } from '../../src/ports/poster.ts';
import type { Chance } from '../../test/simulation/chance.ts';
import type { MonthTime } from './monthTime.ts';
import type { Mailbox } from './people.ts';

export interface MonthOutside {
  readonly ports: { mailer: Mailer; poster: Poster; carrier: Carrier; mailIntake: MailIntake };
  /** A server brings a report about a mail to its return address. */
  report(to: string, raw: string): Promise<void>;
  /** Someone writes a text to the shop's number. */
  text(message: Pick<IncomingSms, 'from' | 'to' | 'text'>): Promise<void>;
}

interface OutsideParts {
  readonly time: MonthTime;
  readonly chance: Chance;
  readonly mailboxOf: (address: string) => Mailbox | undefined;
  /** Called with each mail that a mailbox took. */
  readonly onMail: (mail: OutgoingMail, mailbox: Mailbox) => void;
  /** Whether a receiver of webhooks, or the mail server of a domain, answers at a date. */
  readonly isAway: (host: string, dateMs: number) => boolean;
}

/** A server that has never seen a message lets it wait for so long. */
const GREYLISTED_MS = 4 * 60_000;
const RECEIPT_MS = [2_000, 25_000] as const;

/** Mail servers, receivers of webhooks and a carrier, each with habits of its own. */
export function monthOutside(parts: OutsideParts): MonthOutside {
  const { time, chance } = parts;
  const intake: { mail: MailIntakeHandler | null; texts: IntakeHandlers | null } = {
    mail: null,
    texts: null,
  };
  let brought = 0;
  return {
    ports: {
      mailer: mailerOf(parts),
      poster: posterOf(parts),
      carrier: carrierOf(parts, (handlers) => {
        intake.texts = handlers;
      }),
      mailIntake: {
        receive: (handler, signal) => {
          intake.mail = handler;
          handler.onListening?.();
          return untilAborted(signal);
        },
      },
    },
    async report(to, raw) {
      const mail = { sender: '', recipients: [to], raw: Buffer.from(raw), remoteAddress: '198.51.100.7' };
      await time.later(chance.between(100, 900), () => intake.mail?.take(mail));
    },
    async text(message) {
      brought += 1;
      const carrierId = `in-${brought}`;
      await intake.texts?.message({ ...message, completedFrom: null, carrierId, part: null });
    },
  };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

function mailerOf({ time, chance, mailboxOf, onMail, isAway }: OutsideParts): Mailer {
  const firstSeenMs = new Map<string, number>();
  const outcomeOf = (mail: OutgoingMail): MailOutcome => {
    const { recipient, deliveryId } = mail;
    const nowMs = time.clock.nowMs();
    const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
    const mailbox = mailboxOf(recipient) ?? 'ignores';
    if (isAway(domain, nowMs))
      return {
        outcome: 'deferred',
        fault: 'recipient',
        diagnostic: `421 4.3.2 mx1.${domain} is being restarted, try again later`,
      };
    const sinceMs = firstSeenMs.get(deliveryId) ?? nowMs;
    firstSeenMs.set(deliveryId, sinceMs);
    if (mailbox === 'greylists' && nowMs - sinceMs < GREYLISTED_MS)
      return {
        outcome: 'deferred',
        fault: 'greylisting',
        diagnostic: '450 4.7.1 greylisted, please try again in five minutes',
      };
    if (mailbox === 'gone')
      return {
        ...{
          outcome: 'bounced',
          fault: 'recipient',
          bounceType: 'Permanent',
          bounceSubType: 'NoEmail',
          hard: true,
        },
        diagnostic: `550 5.1.1 <${recipient}>: user unknown`,
      };
    if (mailbox === 'full')
      return {
        ...{ outcome: 'bounced', fault: 'recipient', bounceType: 'Transient', bounceSubType: 'MailboxFull' },
        diagnostic: `552 5.2.2 <${recipient}>: mailbox is full`,
      };
    onMail(mail, mailbox);
    const handedOver: HandedOver = {
      server: { host: `mx1.${domain}`, address: addressOf(domain), tls: 'TLSv1.3' },
      sha256: createHash('sha256').update(mail.raw).digest('hex'),
    };
    return {
      outcome: 'delivered',
      response: `250 2.0.0 Ok: queued as ${deliveryId.slice(0, 8).toUpperCase()}`,
      handedOver,
    };
  };
  return {
    route: 'mx',
    probe: async () => null,
    restOf: () => null,
    send: (mail) => time.later(chance.between(180, 2_400), () => outcomeOf(mail)),
    close: async () => {},
  };
}

/** An address of the networks for examples (RFC 5737), the same for each domain. */
const addressOf = (domain: string) => `203.0.113.${createHash('sha256').update(domain).digest().readUInt8()}`;

function posterOf({ time, chance, isAway }: OutsideParts): Poster {
  const outcomeOf = (host: string): PostOutcome => {
    if (isAway(host, time.clock.nowMs()))
      return { outcome: 'failed', reason: 'refused', detail: 'ECONNREFUSED' };
    if (chance.is(0.015))
      return { outcome: 'answered', status: 503, body: '{"error":"busy, come back later"}' };
    return { outcome: 'answered', status: 200, body: '{"ok":true}' };
  };
  return {
    post: ({ url }) => time.later(chance.between(30, 420), () => outcomeOf(new URL(url).hostname)),
    close: async () => {},
  };
}

function carrierOf({ time, chance }: OutsideParts, listens: (handlers: IntakeHandlers) => void): Carrier {
  let sent = 0;
  let intake: IntakeHandlers | null = null;
  return {
    receivesEverywhere: true,
    closedForMs: () => 0,
    async submit({ segments, taken }, onSegment) {
      for (let segment = taken; ; segment += 1) {
        sent += 1;
        const carrierId = sent.toString(16).padStart(16, '0');
        await time.later(chance.between(40, 300), () => {});
        const isDelivered = chance.is(0.97);
        const [state, detail] = isDelivered
          ? (['delivered', 'DELIVRD'] as const)
          : (['failed', 'UNDELIV err:027'] as const);
        time.at(time.clock.nowMs() + chance.between(...RECEIPT_MS), () =>
          intake?.receipt({ carrierId, state, detail }),
        );
        if (segment + 1 >= segments.length) return { outcome: 'sent', carrierId };
        await onSegment(carrierId);
      }
    },
    receive(handlers, signal) {
      intake = handlers;
      listens(handlers);
      return untilAborted(signal);
    },
    close: async () => {},
  };
}
