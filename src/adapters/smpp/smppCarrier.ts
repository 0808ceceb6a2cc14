import type { Pdu } from 'smpp';
import type { Carrier, IntakeHandlers, OutgoingSms, SmsOutcome } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { aborted, boundLink } from './boundLink.ts';
import { answerOf, OK, statusText, TEMPORARY_ERROR } from './commandStatus.ts';
import { deliveredOf } from './delivered.ts';
import { type Link, LinkLost } from './link.ts';
import { smppAddress } from './smppAddress.ts';
import { submitFields } from './submitFields.ts';
import { throttle } from './throttle.ts';

export interface SmppDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Bound of one message's submission with all its segments; the claim on a message lasts longer. */
export const SUBMISSION_MS = 240_000;

/**
 * The mobile network by SMPP 3.4: one transceiver bind per process, with retries without end; a window of unanswered
 * submissions; slower when the carrier asks for it.
 * @throws Error when the address is not valid
 */
export function smppCarrier(url: string, dependencies: SmppDependencies): Carrier {
  const { clock, log, metrics } = dependencies;
  const address = smppAddress(url);
  let handlers: IntakeHandlers | null = null;
  const onDeliver = (pdu: Pdu, link: Link) => void recordDelivered(pdu, link, handlers, log);
  const bound = boundLink(address, dependencies, onDeliver);
  const flow = throttle(address.window, clock);

  const submitSegment = async (
    message: OutgoingSms,
    index: number,
    untilMs: number,
  ): Promise<SegmentResult> => {
    for (;;) {
      const link = bound.link();
      if (link === null) return { later: 'the carrier cannot be reached' };
      if (clock.monotonicMs() > untilMs) return { later: 'the carrier took too long' };
      const answer = await flow.pass(() => link.request('submit_sm', submitFields(message, index)));
      const { command_status: status } = answer;
      switch (answerOf(status)) {
        case 'taken':
          return { carrierId: idIn(answer) };
        case 'refused':
          return { refused: statusText(status) };
        case 'unbound':
          link.destroy();
          return { later: statusText(status) };
        case 'later':
          return { later: statusText(status) };
        case 'throttled':
          metrics.count('postledger_carrier_throttled_total');
          flow.slowDown();
      }
    }
  };

  return {
    receivesEverywhere: true,
    closedForMs: () => Math.max(bound.closedForMs(), flow.closedForMs()),
    async submit(message, onSegment) {
      bound.start();
      const untilMs = clock.monotonicMs() + SUBMISSION_MS;
      for (let index = message.taken; ; index += 1) {
        const taken = await submitSegment(message, index, untilMs).catch((error): SegmentResult => {
          if (error instanceof LinkLost) return { later: error.message };
          throw error;
        });
        if ('later' in taken) return { outcome: 'deferred', detail: taken.later };
        if ('refused' in taken) return { outcome: 'failed', detail: taken.refused };
        if (index + 1 >= message.segments.length) return sent(taken.carrierId);
        await onSegment(taken.carrierId);
      }
    },
    async receive(own, signal) {
      handlers = own;
      bound.start();
      // The bind may be older than the handlers; deliveries of that time were refused temporarily, and come again.
      await aborted(signal);
      handlers = null;
    },
    close: () => bound.close(),
  };
}

type SegmentResult =
  | { readonly carrierId: string | null }
  | { readonly later: string }
  | { readonly refused: string };

const sent = (carrierId: string | null): SmsOutcome => ({ outcome: 'sent', carrierId });

function idIn({ message_id }: Pdu): string | null {
  return typeof message_id === 'string' && message_id !== '' ? message_id : null;
}

/** Answers when the delivery is recorded; refuses it temporarily when that failed, or without handlers. */
async function recordDelivered(
  pdu: Pdu,
  link: Link,
  handlers: IntakeHandlers | null,
  log: Log,
): Promise<void> {
  if (handlers === null) return link.respond(pdu, TEMPORARY_ERROR);
  const delivered = deliveredOf(pdu);
  try {
    if (delivered.is === 'message') await handlers.message(delivered.message);
    else if (delivered.is === 'receipt') await handlers.receipt(delivered.receipt);
    else log.info({ why: delivered.why }, 'a delivery of the carrier was ignored');
    link.respond(pdu, OK);
  } catch (error) {
    log.error({ err: error }, 'a delivery of the carrier could not be recorded, it will come again');
    link.respond(pdu, TEMPORARY_ERROR);
  }
}
