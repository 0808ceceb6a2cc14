import type { Pdu } from 'smpp';
import { gsmBytes } from '../../events/gsmAlphabet.ts';
import type { Carrier, OutgoingSms, SmsOutcome } from '../../ports/carrier.ts';
import { boundLink, type SmppDependencies } from './boundLink.ts';
import { statusText, submitAnswerOf } from './commandStatus.ts';
import { LinkLost, type SmppLink } from './link.ts';
import { bytesOf } from './pduBytes.ts';
import { smppAddress } from './smppAddress.ts';
import { type SmppIntakeDependencies, smppIntake } from './smppIntake.ts';
import { throttle } from './throttle.ts';

/** Bound of one message's submission with all its segments; the claim on a message lasts longer. */
export const SUBMISSION_MS = 240_000;

/**
 * The mobile network by SMPP 3.4: one transceiver bind per process, with retries without end; a window of unanswered
 * submissions; slower when the carrier asks for it.
 * @throws Error when the address is not valid
 */
export function smppCarrier(url: string, dependencies: SmppDependencies & SmppIntakeDependencies): Carrier {
  const { clock, metrics } = dependencies;
  const address = smppAddress(url);
  const intake = smppIntake(dependencies, address.host);
  const onDeliver = async (pdu: Pdu, link: SmppLink) => link.respond(pdu, await intake.take(bytesOf(pdu)));
  const bound = boundLink(address, dependencies, (pdu, link) => void onDeliver(pdu, link));
  const ending = new AbortController();
  const flow = throttle(address.window, clock, ending.signal);

  const submitSegment = async (fields: SubmitFields, untilMs: number): Promise<SegmentResult> => {
    for (;;) {
      const submitted = await flow.pass(async () => {
        // Asked for only now, since the bind may have been renewed while the segment waited for its turn.
        const link = bound.link();
        if (link === null) throw new LinkLost('the carrier cannot be reached');
        return { link, answer: await link.request('submit_sm', fields) };
      }, untilMs);
      if (submitted === null) return { later: 'the carrier took too long' };
      const { link, answer } = submitted;
      const { command_status: status } = answer;
      const meaning = submitAnswerOf(status);
      if (meaning !== 'throttled') flow.speedUp();
      switch (meaning) {
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
        const text = message.segments[index];
        if (text === undefined) return { outcome: 'failed', detail: `the text has no segment ${index + 1}` };
        const fields = submitFields(message, index, text);
        const taken = await submitSegment(fields, untilMs).catch((error): SegmentResult => {
          if (error instanceof LinkLost) return { later: error.message };
          throw error;
        });
        if ('later' in taken) return { outcome: 'deferred', detail: taken.later };
        if ('refused' in taken) return { outcome: 'failed', detail: taken.refused };
        if (index + 1 >= message.segments.length) return sent(taken.carrierId);
        await onSegment(taken.carrierId);
      }
    },
    receive(handlers, signal) {
      bound.start();
      return intake.receive(handlers, signal, ending.signal);
    },
    close() {
      ending.abort();
      return bound.close();
    },
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

const INTERNATIONAL = 1;
const ISDN = 1;
/** SMPP 3.4, 5.2.19: the carrier's default alphabet, and UCS-2. */
const DATA_CODING = { gsm7: 0x00, ucs2: 0x08 };
/** SMPP 3.4, 5.2.12: the text begins with a user data header. */
const WITH_HEADER = 0x40;
/** SMPP 3.4, 5.2.17: a receipt of the final outcome. */
const FINAL_RECEIPT = 1;

type SubmitFields = Readonly<Record<string, unknown>>;

/** The fields of `submit_sm` (SMPP 3.4, 4.4.1) for the segment at `index`, from 0, with this text. */
function submitFields(
  { from, to, smsId, coding, segments }: OutgoingSms,
  index: number,
  segment: string,
): SubmitFields {
  const text = encoded(segment, coding);
  const isDivided = segments.length > 1;
  return {
    source_addr_ton: INTERNATIONAL,
    source_addr_npi: ISDN,
    source_addr: bare(from),
    dest_addr_ton: INTERNATIONAL,
    dest_addr_npi: ISDN,
    destination_addr: bare(to),
    data_coding: DATA_CODING[coding],
    registered_delivery: FINAL_RECEIPT,
    esm_class: isDivided ? WITH_HEADER : 0,
    short_message: isDivided ? Buffer.concat([header(smsId, index, segments.length), text]) : text,
  };
}

const bare = (number: string) => number.replace(/^\+/, '');

function encoded(text: string, coding: OutgoingSms['coding']): Buffer {
  if (coding === 'ucs2') return Buffer.from(text, 'utf16le').swap16();
  const bytes = gsmBytes(text);
  if (bytes === null) throw new Error('a segment has a character that its coding lacks');
  return Buffer.from(bytes);
}

/**
 * User data header of a concatenated message (3GPP TS 23.040, 9.2.3.24.1). The reference comes from the message's id, so
 * that a repeated segment is the same segment.
 */
function header(smsId: string, index: number, of: number): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, Number.parseInt(smsId.slice(-2), 16), of, index + 1]);
}
