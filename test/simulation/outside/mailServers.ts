import type { Mailer, OutgoingMail } from '../../../src/ports/mailer.ts';
import type { MailBehaviour } from '../plan.ts';
import type { Life } from '../time/life.ts';
import type { MailZones } from './mailZones.ts';
import { mxHosts, type ServerAnswer } from './mxHosts.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';

/** What a server does to one mail. */
interface Doing {
  readonly takesMs: number;
  readonly outcome: ServerAnswer;
  readonly has: boolean;
  /** When it has decided; absent: shortly before it answers. */
  readonly decidesAfterMs?: number;
}

const SUBMITTED: ServerAnswer = { outcome: 'submitted', response: '250 2.0.0 queued' };
const NOBODY_KNOWS: ServerAnswer = {
  ...{ outcome: 'deferred', fault: 'message' },
  diagnostic: 'the connection was lost behind the message',
};
const deferred = (fault: 'recipient' | 'greylisting', diagnostic: string): ServerAnswer => ({
  outcome: 'deferred',
  fault,
  diagnostic,
});
const bounced = (sub: 'NoEmail' | 'MailboxFull', diagnostic: string): ServerAnswer => ({
  ...{ outcome: 'bounced', fault: 'recipient' },
  ...{ bounceType: sub === 'NoEmail' ? 'Permanent' : 'Transient', bounceSubType: sub, diagnostic },
});

/** A mailer gives up a transaction that hangs after this. */
const HANGS_MS = 300_000;
const GREYLISTED_MS = 300_000;
/** A mail that finds all connections to the relay in use waits so long for one. */
const WAITS_MS = 60_000;
const ALL_IN_USE = 0.01;
/** A server that has taken a mail and answers so much later, as RFC 1047 describes. */
const LATE_MS = [20_000, 40_000] as const;

/**
 * Mail servers, after a relay or by themselves: every domain of the plan has a behaviour of its own. One recipient in so many meets another fate than
 * its domain's, so that every behaviour is met by mail of every kind.
 */
export function mailServers(parts: OutsideParts, zones: MailZones): OutsidePart<'mailer'> {
  const { plan, agenda, journal, deaths, away, mailboxes } = parts;
  const chance = parts.chance('mail servers');
  const connections = parts.chance('connections to the relay');
  const behaviours = new Map(plan.mailDomains.map(({ domain, behaviour }) => [domain, behaviour]));
  const firstSeenAtMs = new Map<string, number>();

  const usual = (): Doing => ({ takesMs: chance.between(5, 80), outcome: SUBMITTED, has: true });
  const doing: Readonly<Record<MailBehaviour, (mail: OutgoingMail) => Doing>> = {
    takes: usual,
    slow: () => ({ ...usual(), takesMs: chance.between(2_000, 40_000) }),
    defers: () =>
      chance.is(0.6)
        ? { ...usual(), outcome: deferred('recipient', '451 4.3.0 try again later'), has: false }
        : usual(),
    greylists({ deliveryId }) {
      const sinceMs = firstSeenAtMs.get(deliveryId) ?? agenda.nowMs();
      firstSeenAtMs.set(deliveryId, sinceMs);
      if (agenda.nowMs() - sinceMs >= GREYLISTED_MS) return usual();
      return { ...usual(), outcome: deferred('greylisting', '450 4.7.1 greylisted'), has: false };
    },
    refuses: () => ({ ...usual(), outcome: bounced('NoEmail', '550 5.1.1 no such user'), has: false }),
    'is full': () => ({ ...usual(), outcome: bounced('MailboxFull', '552 5.2.2 mailbox full'), has: false }),
    hangs: () => ({ takesMs: HANGS_MS, outcome: NOBODY_KNOWS, has: false }),
    'closes after the dot': () =>
      chance.is(0.5) ? { ...usual(), outcome: NOBODY_KNOWS, has: true } : usual(),
    'answers late': () => ({
      ...usual(),
      decidesAfterMs: chance.between(5, 80),
      takesMs: chance.between(...LATE_MS),
    }),
  };

  /** Hands a mail to the server of its domain; resolves once its answer is heard. */
  const hand = (life: Life, mail: OutgoingMail): Promise<ServerAnswer> => {
    const { process } = life;
    const { deliveryId, recipient } = mail;
    const begunAtMs = agenda.nowMs();
    const domain = recipient.slice(recipient.lastIndexOf('@') + 1);
    const {
      takesMs,
      outcome,
      has,
      decidesAfterMs = takesMs * 0.9,
    } = doing[behaviours.get(domain) ?? 'takes'](mail);
    return new Promise((resolve) => {
      // The server has it, or has said no, a moment before that is heard.
      agenda.at(begunAtMs + decidesAfterMs, () => {
        if (!life.isAlive()) return;
        const line = journal.note('mail', {
          ...{ process, deliveryId, recipient, outcome, has, begunAtMs },
          heard: false,
        });
        if (has) {
          mailboxes.put(mail);
          deaths.happened(process, 'mail');
        }
        life.at(begunAtMs + takesMs, () => {
          line.heard = true;
          resolve(outcome);
        });
      });
    });
  };
  const hosts = mxHosts({ agenda, chance: parts.chance('hosts'), zones, seed: plan.seed, hand });

  /** A relay that everything leaves by. */
  const relayFor = (life: Life): Mailer => {
    const routeFault = () =>
      away.is('relay away', 'relay')
        ? ({ outcome: 'unsent', fault: 'route', trouble: 'connection', diagnostic: 'refused' } as const)
        : null;
    const later = <Result>(ms: number, result: () => Result) =>
      new Promise<Result>((resolve) => {
        life.at(agenda.nowMs() + ms, () => resolve(result()));
      });
    return {
      route: 'relay',
      probe: () => (life.isAlive() ? later(chance.between(1, 20), routeFault) : life.never()),
      restOf: () => null,
      async send(mail) {
        if (!life.isAlive()) return life.never();
        if (connections.is(ALL_IN_USE)) return later(WAITS_MS, () => ({ outcome: 'waiting' }));
        const fault = routeFault();
        return fault === null ? hand(life, mail) : later(chance.between(1, 20), () => fault);
      },
      close: async () => {},
    };
  };
  return { portsFor: (life) => ({ mailer: plan.route === 'mx' ? hosts(life) : relayFor(life) }) };
}
