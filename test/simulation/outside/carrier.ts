import type { Carrier, IntakeHandlers, OutgoingSms, SmsOutcome } from '../../../src/ports/carrier.ts';
import type { Chance } from '../chance.ts';
import type { ReceiptLine, TextLine } from '../journal.ts';
import type { InboundText } from '../plan.ts';
import type { Life } from '../time/life.ts';
import { carriersIntake } from './carriersIntake.ts';
import type { OutsidePart, OutsideParts } from './outside.ts';
import { type Answered, smsNetworks } from './smsNetworks.ts';

/** The carrier: what it takes, reports and brings. */
export interface CarrierPart extends OutsidePart<'carrier'> {
  /** Someone sends a text to a number of the service. */
  bring(plannedEvent: InboundText, number: string): void;
  /** Whether something that was brought is being taken. */
  readonly areCalling: boolean;
}

const AWAY_MS = 1_000;
/** A receipt comes once more in so many cases, so much later at most. */
const TWICE = 0.2;
const AGAIN_WITHIN_MS = 10 * 60_000;
/** So many receipts of one are about a message of another customer of the carrier's. */
const STRANGE = 0.03;

/** A carrier beyond a bind of each process, with a behaviour for each network of the plan. */
export function carrier(parts: OutsideParts): CarrierPart {
  const { agenda, journal, deaths, away } = parts;
  const chance = parts.chance('carrier');
  const networks = smsNetworks(parts.plan.smsNetworks, parts.chance('networks'));
  const intake = carriersIntake(parts);
  const isAway = () => away.is('carrier away', 'carrier');

  const report = (smsId: string, carrierId: string, { reports }: Answered) => {
    if (reports === null) return;
    const { state, afterMs } = reports;
    const bring = (ms: number, about: Pick<ReceiptLine, 'carrierId' | 'smsId'>) =>
      agenda.at(agenda.nowMs() + ms, () => intake.receipt({ ...about, state }));
    bring(afterMs, { smsId, carrierId });
    if (chance.is(TWICE)) bring(afterMs + chance.between(0, AGAIN_WITHIN_MS), { smsId, carrierId });
    if (chance.is(STRANGE)) bring(afterMs, { smsId: null, carrierId: idOf(chance) });
  };

  /** Hands one segment over. What the carrier makes of it happens whether or not the process lives to hear of it. */
  const submitSegment = (life: Life, { smsId, from, to }: OutgoingSms, segment: number, answered: Answered) =>
    new Promise<TextLine>((resolve) => {
      const { process } = life;
      const begunAtMs = agenda.nowMs();
      agenda.at(begunAtMs + answered.takesMs * 0.9, () => {
        if (!life.isAlive()) return;
        const carrierId = answered.has ? idOf(chance) : null;
        const line = journal.note('texts', {
          ...{ process, smsId, segment, from, to, carrierId, outcome: answered.outcome, begunAtMs },
          heard: false,
        });
        if (carrierId !== null) {
          report(smsId, carrierId, answered);
          deaths.happened(process, 'text');
        }
        life.at(begunAtMs + answered.takesMs, () => {
          line.heard = true;
          resolve(line);
        });
      });
    });

  return {
    bring: intake.text,
    get areCalling() {
      return intake.areCalling;
    },
    portsFor(life) {
      let closedUntilMs = 0;
      const own: Carrier = {
        receivesEverywhere: true,
        closedForMs: () => (isAway() ? AWAY_MS : Math.max(0, closedUntilMs - agenda.nowMs())),
        async submit(message, onSegment) {
          if (!life.isAlive()) return life.never();
          for (let segment = message.taken; ; segment += 1) {
            if (isAway()) return later('the carrier cannot be reached');
            const answered = networks.answer(message.to);
            closedUntilMs = agenda.nowMs() + answered.closesForMs;
            const line = await submitSegment(life, message, segment, answered);
            const outcome = outcomeOf(line);
            if (outcome.outcome !== 'sent' || segment + 1 >= message.segments.length) return outcome;
            await onSegment(line.carrierId);
          }
        },
        receive: (handlers: IntakeHandlers, signal) => intake.listen(life, handlers, signal),
        close: async () => {},
      };
      return { carrier: own };
    },
  };
}

const later = (detail: string): SmsOutcome => ({ outcome: 'deferred', detail });

function outcomeOf({ outcome, carrierId }: TextLine): SmsOutcome {
  if (outcome === 'taken') return { outcome: 'sent', carrierId };
  return outcome === 'later'
    ? later('the connection with the carrier was lost')
    : { outcome: 'failed', detail: 'command status 0x0000000B' };
}

/** An id as a carrier makes it: a number of 64 bits, hexadecimal. */
const idOf = (chance: Chance) =>
  [0, 1]
    .map(() =>
      Math.floor(chance.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
