import type { IncomingSms, IntakeHandlers } from '../../../src/ports/carrier.ts';
import type { ReceiptLine } from '../journal.ts';
import type { InboundText } from '../plan.ts';
import { bringing } from './bringing.ts';
import type { OutsideParts } from './outside.ts';

/** The carrier brings again what was not taken, after so long; and gives it up in the end. */
const AGAIN_MS = 60_000;
const TRIES = 60;
/** A receipt waits five seconds for the record of what it is about. */
const CALLING_MS = 8_000;

/** What the carrier brings to the processes that listen: receipts, and texts for their numbers. */
export function carriersIntake({ agenda, journal, chance }: OutsideParts) {
  const own = chance('carriers intake');
  const { bring, listen, ...calls } = bringing<IntakeHandlers>({
    ...{ agenda, chance: own, againMs: AGAIN_MS, tries: TRIES, callingMs: CALLING_MS },
  });
  let texts = 0;

  const bringText = (message: IncomingSms, number: number) => {
    const { carrierId, from, to, text, part } = message;
    bring(
      async (handlers) => ((await handlers.message(message)) === 'recorded' ? 'taken' : 'unknown'),
      (line) =>
        journal.note('inbound', { number, carrierId, from, to, text, part: part?.number ?? null, ...line }),
    );
  };

  return {
    get areCalling() {
      return calls.areCalling;
    },
    /** The receipt's id is spelled as the submission's answer was, or as a decimal number. */
    receipt(about: Pick<ReceiptLine, 'carrierId' | 'smsId' | 'state'>): void {
      const { carrierId, state } = about;
      const detail = state === 'delivered' ? 'DELIVRD' : 'UNDELIV err:011';
      const spelled = own.is(0.5) ? carrierId : BigInt(`0x${carrierId}`).toString();
      bring(
        (handlers) => handlers.receipt({ carrierId: spelled, state, detail }).then(() => 'taken'),
        (line) => journal.note('receipts', { ...about, ...line }),
      );
    },
    text({ do: what, from, hasId, times, everyMs }: InboundText, to: string): void {
      texts += 1;
      const number = texts;
      const messages = messagesOf(what, number).map(
        ({ text, part }): IncomingSms => ({
          ...{ from, completedFrom: null, to, text, part },
          carrierId: hasId ? `in-${number}-${part?.number ?? 1}` : null,
        }),
      );
      for (let time = 0; time < times; time += 1)
        agenda.at(agenda.nowMs() + time * everyMs, () => {
          for (const message of messages) bringText(message, number);
        });
    },
    listen,
  };
}

/** The segments in which a text comes. */
function messagesOf(what: InboundText['do'], number: number): readonly Pick<IncomingSms, 'text' | 'part'>[] {
  const partOf = (place: number) => ({
    text: `Part ${place} of ${number}`,
    part: { reference: number % 256, number: place, of: 2 },
  });
  switch (what) {
    case 'stop':
      return [{ text: 'Stop', part: null }];
    case 'start':
      return [{ text: 'START', part: null }];
    case 'says':
      return [{ text: `Hello, this is ${number}`, part: null }];
    case 'in parts':
      return [partOf(2), partOf(1)];
    case 'half':
      return [partOf(1)];
  }
}
