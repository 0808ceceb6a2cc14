import { type Decider, handle, inTurn } from '../../commands/kernel/decider.ts';
import type { Ledger, Origin } from '../../commands/kernel/ledger.ts';
import { type SmsEvent, sms } from '../../events/sms.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { IncomingSms } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { SmsPartsDocument } from '../../projections/smsParts.ts';
import type { Worker } from '../../work/worker.ts';

type Part = NonNullable<IncomingSms['part']>;

/** An inbound message to a number of a workspace, with its sender completed where that is certain. */
export interface OwnedSms extends IncomingSms {
  /** The sender as the carrier wrote it, by which ids are made: whether it can be completed may change until the message comes again. */
  readonly writtenFrom: string;
}

type GatheredPart = Pick<IncomingSms, 'text' | 'carrierId'>;

/** The parts of one concatenated inbound message, as far as they have come. */
interface Gathered {
  readonly of: number;
  readonly from: string;
  readonly to: string;
  readonly parts: ReadonlyMap<number, GatheredPart>;
  /** Whether the message was recorded as received: its parts are complete, or were given up. */
  readonly isReceived: boolean;
}

type PartCommand =
  | ({ readonly do: 'add'; readonly part: Part } & Pick<IncomingSms, 'from' | 'to' | 'text' | 'carrierId'>)
  | { readonly do: 'give-up' };

/** Stands in the text for a part that never came. */
const MISSING = '…';

const empty: Gathered = { of: 0, from: '', to: '', parts: new Map(), isReceived: false };

/** Gathers parts, and records the message with the last of them, or without those that never came. */
const smsPartsDecider: Decider<Gathered, PartCommand, SmsEvent> = {
  initial: empty,
  evolve(state, event) {
    if (event.type === 'SmsReceived') return { ...state, isReceived: true };
    if (event.type !== 'SmsPartReceived') return state;
    const { of, number, text, carrierId = null, from, to } = event.data;
    return { ...state, of, from, to, parts: new Map(state.parts).set(number, { text, carrierId }) };
  },
  decide(command, state) {
    if (state.isReceived) return [];
    if (command.do === 'give-up') return state.of === 0 ? [] : [received(state)];
    const { from, to, text, part, carrierId } = command;
    if (state.parts.has(part.number)) return [];
    const added: SmsEvent = {
      type: 'SmsPartReceived',
      data: { from, to, text, number: part.number, of: part.of, ...(carrierId !== null && { carrierId }) },
    };
    const next = smsPartsDecider.evolve(state, added);
    return next.parts.size === part.of ? [added, received(next)] : [added];
  },
};

function received({ of, from, to, parts }: Gathered): SmsEvent {
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const text = numbers.map((number) => parts.get(number)?.text ?? MISSING).join('');
  return { type: 'SmsReceived', data: { from, to, text: text.toWellFormed(), segments: of } };
}

/** While parts are missing they come within this time after the last; then the reference may be another message's. */
const SAME_MESSAGE_MS = 24 * 3_600_000;
/** After a message was recorded a part without an id comes again within this time, if the answer to it was lost. */
const REPEATED_WITHIN_MS = 3_600_000;
/** By so much the clocks of two processes may differ. */
const CLOCKS_APART_MS = 60_000;
/** Messages of one sender, reference and length, begun on one day, that are distinguished. */
const MAX_GENERATIONS = 1_000;

const dayOf = (atMs: number) => Math.floor(atMs / SAME_MESSAGE_MS);

/**
 * Records a part under the message that it belongs to: the first of this sender, reference and length that is not too old
 * and has no other text in that place. The same text there is a repetition and changes nothing; with the carrier's id of that
 * part it is one however old the message is. Completes the message when it is the last. The streams are named by the day
 * too, so that those of earlier days need no look.
 */
export function recordSmsPart(
  ledger: Ledger,
  workspace: string,
  message: OwnedSms,
  part: Part,
): Promise<void> {
  // Parts that came together on both sides of midnight would else begin a message on each of the two days.
  const turn = ['sms-in-parts', message.writtenFrom, message.to, part.reference, part.of].join(' ');
  return inTurn(ledger.store, turn, () => recordInTurn(ledger, workspace, message, part));
}

async function recordInTurn(
  ledger: Ledger,
  workspace: string,
  { from, writtenFrom, to, text, carrierId }: OwnedSms,
  part: Part,
): Promise<void> {
  const nowMs = ledger.clock.nowMs();
  const today = dayOf(nowMs);
  // A process whose clock is ahead may have begun the message on the next day.
  const others = [today - 1, dayOf(nowMs + CLOCKS_APART_MS)].filter((day) => day !== today);
  for (const day of [...others, today])
    for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
      const counts = [part.reference, part.of, day, generation].map(String);
      const smsId = ledger.ids.named('sms-in-parts', writtenFrom, to, ...counts);
      const stream = sms.stream(smsId);
      const { state, last } = await foldedStream(ledger.store, stream, smsPartsDecider);
      if (last === null && day !== today) break;
      const ageMs = last === null ? 0 : nowMs - Date.parse(last.metadata.at);
      const known = state.parts.get(part.number);
      const isTooOld = ageMs > (state.isReceived ? REPEATED_WITHIN_MS : SAME_MESSAGE_MS);
      const isSameId = carrierId !== null && known?.carrierId === carrierId;
      if (known?.text === text && (isSameId || !isTooOld)) return;
      // Where the message was recorded without this part, the part becomes a message of its own.
      if (isTooOld || state.isReceived) continue;
      const origin: Origin = { workspace, actor: 'recipient', correlation: smsId, causation: null };
      const add: PartCommand = { do: 'add', from, to, text, part, carrierId };
      const { state: after } = await handle(ledger, origin, stream, smsPartsDecider, add);
      if (after.parts.get(part.number)?.text === text) return;
    }
  throw new Error('too many messages with one reference');
}

export interface SmsPartsDependencies {
  readonly ledger: Ledger;
  readonly collection: Collection<SmsPartsDocument>;
}

const MAX_IN_FLIGHT = 8;
const RETRY_AFTER_MS = 30_000;

/** Records inbound messages some parts of which never came, so that the others reach their customer. */
export function smsPartsWorker({ ledger, collection }: SmsPartsDependencies): Worker<SmsPartsDocument> {
  return {
    name: 'sms_parts',
    collection,
    maxInFlight: MAX_IN_FLIGHT,
    maxInFlightPerLane: MAX_IN_FLIGHT,
    async run(smsId, { lane: workspace }) {
      const origin: Origin = { workspace, actor: 'sender', correlation: smsId, causation: null };
      const stream = sms.stream(smsId);
      await handle(ledger, origin, stream, smsPartsDecider, { do: 'give-up' });
      const { last } = await foldedStream(ledger.store, stream, smsPartsDecider);
      return last === null
        ? { retryAfterMs: RETRY_AFTER_MS, why: 'none of its parts can be read yet' }
        : { position: last.position };
    },
  };
}
