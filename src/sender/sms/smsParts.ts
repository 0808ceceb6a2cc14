import { type Decider, handle, inTurn } from '../../commands/kernel/decider.ts';
import type { Ledger, Origin } from '../../commands/kernel/ledger.ts';
import { type SmsEvent, sms } from '../../events/sms.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { IncomingSms } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { SmsPartsDocument } from '../../projections/smsParts.ts';
import type { Worker } from '../../work/worker.ts';

type Part = NonNullable<IncomingSms['part']>;

/** The parts of one concatenated inbound message, as far as they have come. */
interface Gathered {
  readonly of: number;
  readonly from: string;
  readonly to: string;
  readonly texts: ReadonlyMap<number, string>;
  /** Whether the message was recorded as received: its parts are complete, or were given up. */
  readonly isReceived: boolean;
}

type PartCommand =
  | ({ readonly do: 'add'; readonly part: Part } & Pick<IncomingSms, 'from' | 'to' | 'text'>)
  | { readonly do: 'give-up' };

/** Stands in the text for a part that never came. */
const MISSING = '…';

const empty: Gathered = { of: 0, from: '', to: '', texts: new Map(), isReceived: false };

/** Gathers parts, and records the message with the last of them, or without those that never came. */
const smsPartsDecider: Decider<Gathered, PartCommand, SmsEvent> = {
  initial: empty,
  evolve(state, event) {
    if (event.type === 'SmsReceived') return { ...state, isReceived: true };
    if (event.type !== 'SmsPartReceived') return state;
    const { of, number, text, from, to } = event.data;
    return { ...state, of, from, to, texts: new Map(state.texts).set(number, text) };
  },
  decide(command, state) {
    if (state.isReceived) return [];
    if (command.do === 'give-up') return state.of === 0 ? [] : [received(state)];
    const { from, to, text, part } = command;
    if (state.texts.has(part.number)) return [];
    const added: SmsEvent = {
      type: 'SmsPartReceived',
      data: { from, to, text, number: part.number, of: part.of },
    };
    const next = smsPartsDecider.evolve(state, added);
    return next.texts.size === part.of ? [added, received(next)] : [added];
  },
};

function received({ of, from, to, texts }: Gathered): SmsEvent {
  const numbers = Array.from({ length: of }, (_, at) => at + 1);
  const text = numbers.map((number) => texts.get(number) ?? MISSING).join('');
  return { type: 'SmsReceived', data: { from, to, text: text.toWellFormed(), segments: of } };
}

/** While parts are missing they come within this time after the last; then the reference may be another message's. */
const SAME_MESSAGE_MS = 24 * 3_600_000;
/** After a message was recorded its parts come again within this time, if answers to them were lost. */
const REPEATED_WITHIN_MS = 3_600_000;
/** By so much the clocks of two processes may differ. */
const CLOCKS_APART_MS = 60_000;
/** Messages of one sender, reference and length, begun on one day, that are distinguished. */
const MAX_GENERATIONS = 1_000;

const dayOf = (atMs: number) => Math.floor(atMs / SAME_MESSAGE_MS);

/**
 * Records a part under the message that it belongs to: the first of this sender, reference and length that is not too old
 * and has no other text in that place. The same text there is a repetition and changes nothing. Completes the message when
 * it is the last. The streams are named by the day too, so that those of earlier days need no look.
 */
export function recordSmsPart(
  ledger: Ledger,
  workspace: string,
  message: IncomingSms,
  part: Part,
): Promise<void> {
  // Parts that came together on both sides of midnight would else begin a message on each of the two days.
  const turn = ['sms-in-parts', message.from, message.to, part.reference, part.of].join(' ');
  return inTurn(ledger.store, turn, () => recordInTurn(ledger, workspace, message, part));
}

async function recordInTurn(
  ledger: Ledger,
  workspace: string,
  { from, to, text }: IncomingSms,
  part: Part,
): Promise<void> {
  const nowMs = ledger.clock.nowMs();
  const today = dayOf(nowMs);
  // A process whose clock is ahead may have begun the message on the next day.
  const others = [today - 1, dayOf(nowMs + CLOCKS_APART_MS)].filter((day) => day !== today);
  for (const day of [...others, today])
    for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
      const counts = [part.reference, part.of, day, generation].map(String);
      const smsId = ledger.ids.named('sms-in-parts', from, to, ...counts);
      const stream = sms.stream(smsId);
      const { state, last } = await foldedStream(ledger.store, stream, smsPartsDecider);
      if (last === null && day !== today) break;
      const ageMs = last === null ? 0 : nowMs - Date.parse(last.metadata.at);
      if (ageMs > (state.isReceived ? REPEATED_WITHIN_MS : SAME_MESSAGE_MS)) continue;
      if (state.texts.get(part.number) === text) return;
      // The message was recorded without this part: the part becomes a message of its own.
      if (state.isReceived) continue;
      const origin: Origin = { workspace, actor: 'recipient', correlation: smsId, causation: null };
      const add: PartCommand = { do: 'add', from, to, text, part };
      const { state: after } = await handle(ledger, origin, stream, smsPartsDecider, add);
      if (after.texts.get(part.number) === text) return;
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
