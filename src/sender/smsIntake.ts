import { appendOnce } from '../commands/appendOnce.ts';
import { type Ledger, newEvent } from '../commands/ledger.ts';
import { persist } from '../commands/persist.ts';
import { MAX_SMS_SEGMENTS, smsSegments } from '../commands/smsSegments.ts';
import { sms } from '../events/sms.ts';
import { uuid5 } from '../events/uuid5.ts';
import type { Carrier, IntakeHandler } from '../ports/carrier.ts';
import type { Collection } from '../ports/documents.ts';
import type { Log } from '../ports/log.ts';
import { numberOwner, type SmsNumberDocument } from '../projections/smsNumbers.ts';
import { turnWithin } from '../runtime/turn.ts';

export interface SmsIntakeParts {
  readonly ledger: Ledger;
  readonly carrier: Carrier;
  readonly numbers: Collection<SmsNumberDocument>;
  readonly log: Log;
}

/** A number that was assigned a moment ago may not have been folded yet: it is looked up this often. */
const LOOKUPS = 8;
const LOOKUP_EVERY_MS = 250;
const MAY_RUN_EVERY_MS = 500;

/**
 * Records inbound messages under the workspace that has the number. The stream is named after the carrier's id, so
 * that a message which the carrier tells twice is one.
 */
export function receivedSms({ ledger, numbers, log }: Omit<SmsIntakeParts, 'carrier'>): IntakeHandler {
  const { clock } = ledger;
  const ownerOf = async (number: string): Promise<string | null> => {
    for (let lookup = 1; ; lookup++) {
      const owner = await numberOwner(numbers, number);
      if (owner !== null || lookup === LOOKUPS) return owner;
      await clock.sleep(LOOKUP_EVERY_MS);
    }
  };
  return async ({ carrierId, from, to, text }) => {
    const workspace = await ownerOf(to);
    if (workspace === null) {
      log.warn({ carrierId }, 'an inbound SMS came on a number that no workspace has, and was left aside');
      return 'unknown';
    }
    const smsId = uuid5('sms-in', carrierId, from, to);
    const origin = { workspace, actor: 'recipient', correlation: smsId, causation: null };
    const segments = Math.max(1, smsSegments(text) ?? MAX_SMS_SEGMENTS);
    const received = newEvent(ledger, origin, { type: 'SmsReceived', data: { from, to, text, segments } });
    await persist(clock, () => appendOnce(ledger.store, sms.stream(smsId), received));
    return 'recorded';
  };
}

/** Listens to the carrier while `mayRun`, until the signal aborts. */
export async function runSmsIntake(
  parts: SmsIntakeParts,
  signal: AbortSignal,
  mayRun: () => boolean = () => true,
): Promise<void> {
  const { ledger, carrier, log } = parts;
  const handler = receivedSms(parts);
  while (!signal.aborted) {
    if (mayRun()) {
      const turn = turnWithin(signal);
      const listening = carrier
        .receive(handler, turn.signal)
        .catch((error) => log.error({ err: error }, 'the SMS intake failed, trying again'))
        .finally(turn.end);
      while (mayRun() && !turn.signal.aborted) await ledger.clock.sleep(MAY_RUN_EVERY_MS, turn.signal);
      turn.end();
      await listening;
    }
    await ledger.clock.sleep(MAY_RUN_EVERY_MS, signal);
  }
}
