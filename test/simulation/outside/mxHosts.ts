import { mxRoute } from '../../../src/adapters/smtp/mxRoute.ts';
import { addressesOf, type MxSite } from '../../../src/adapters/smtp/mxSite.ts';
import type { SmtpFailure } from '../../../src/adapters/smtp/smtpSession.ts';
import type { Transaction } from '../../../src/adapters/smtp/transaction.ts';
import type { Mailer, MailOutcome, OutgoingMail } from '../../../src/ports/mailer.ts';
import { seededIds } from '../../support/seededIds.ts';
import type { Chance } from '../chance.ts';
import type { Agenda } from '../time/agenda.ts';
import type { Life } from '../time/life.ts';
import type { MailZones } from './mailZones.ts';

/** What comes of a mail that a server was asked about. */
export type ServerAnswer = Exclude<MailOutcome, { outcome: 'waiting' }>;

interface MxHostsParts {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly zones: MailZones;
  readonly seed: number;
  /** What a host makes of a mail, once that is heard. */
  readonly hand: (life: Life, mail: OutgoingMail) => Promise<ServerAnswer>;
}

/** A connection to a host that is off is refused, or not answered at all. */
const DEAD_MS = [1, 15_000] as const;

/** A mailer does not begin to hand a mail over after so long. */
const BEGIN_MS = 90_000;

/** The recipients' own servers, found by the real look-ups in the world's DNS. */
export function mxHosts({ agenda, chance, zones, seed, hand }: MxHostsParts): (life: Life) => Mailer {
  return (life) => {
    const ids = seededIds(`${seed} mx of ${life.process} ${life.number}`);
    const lookup = zones.lookupFor(life);
    const pause = (ms: number) => new Promise<void>((resolve) => life.at(agenda.nowMs() + ms, resolve));
    const transactAt = async (site: MxSite, mail: OutgoingMail): Promise<Transaction> => {
      const startedMs = agenda.nowMs();
      let failure: SmtpFailure = new Error(`${site.name} has no host`);
      try {
        for await (const { host, address } of addressesOf(site, {
          lookup,
          ids,
          addressAllowed: () => true,
        })) {
          // As a transaction's deadline has it: the process may have stood still.
          if (agenda.nowMs() - startedMs > BEGIN_MS)
            throw new Error('the server asked for the message too late');
          if (zones.isAlive(address))
            return transactionOf(await hand(life, mail), { host, address, tls: null });
          await pause(chance.between(...DEAD_MS));
          failure = Object.assign(new Error(`connect ECONNREFUSED ${address}`), {
            code: 'ECONNECTION',
            address,
          });
        }
      } catch (error) {
        failure = error as SmtpFailure;
      }
      return { ended: 'unsent', failure };
    };
    const route = mxRoute({ clock: { monotonicMs: agenda.nowMs }, ids, lookup, transactAt });
    return {
      ...route,
      send: (mail) => (life.isAlive() ? route.send(mail) : life.never()),
      close: async () => {},
    };
  };
}

/** The answer of a host as its client gets it. */
function transactionOf(
  answer: ServerAnswer,
  server: { readonly host: string; readonly address: string; readonly tls: null },
): Transaction {
  if (answer.outcome === 'submitted' || answer.outcome === 'delivered')
    return {
      ended: 'taken',
      response: answer.response ?? '',
      handedOver: { server, sha256: '00'.repeat(32) },
    };
  if (answer.outcome === 'unfit') return { ended: 'unfit' };
  const { diagnostic } = answer;
  if (answer.outcome === 'deferred' && answer.fault === 'message') return { ended: 'unknown', diagnostic };
  const responseCode = Number(diagnostic.slice(0, 3));
  const refusal = { code: 'EENVELOPE', command: 'RCPT TO', response: diagnostic, responseCode };
  return { ended: 'refused', failure: Object.assign(new Error(diagnostic), refusal) };
}
