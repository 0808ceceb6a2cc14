import { appendOnce } from '../../commands/kernel/appendOnce.ts';
import { appendWithRetry } from '../../commands/kernel/appendWithRetry.ts';
import { type Ledger, newEvent, type Origin } from '../../commands/kernel/ledger.ts';
import { decideSmsOptOut, optOutKeyword } from '../../commands/sms/smsOptOut.ts';
import { MAX_SMS_SEGMENTS, smsSegments } from '../../commands/sms/smsSegments.ts';
import type { Position } from '../../events/event.ts';
import { isPhoneNumber } from '../../events/fieldPatterns.ts';
import { sms } from '../../events/sms.ts';
import { refuseOlderLog } from '../../follow/refuseOlderLog.ts';
import type { IncomingSms, IntakeHandlers } from '../../ports/carrier.ts';
import type { Collection } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';
import { type MessageDocument, type MessageEntry, placeIn } from '../../projections/messageDocuments.ts';
import { numberOwner, type SmsNumberDocument } from '../../projections/smsNumbers.ts';
import { type FindingDependencies, findWithRetries } from './findWithRetries.ts';
import { type OwnedSms, recordSmsPart } from './smsParts.ts';

export interface InboundSmsDependencies extends FindingDependencies, Pick<Ports, 'log' | 'metrics'> {
  readonly ledger: Ledger;
  readonly numbers: Collection<SmsNumberDocument>;
  readonly messages: Collection<MessageDocument | MessageEntry>;
  /** Called once a recipient has newly opted out of what a number sends; the carrier's message is acknowledged without waiting for what follows. */
  readonly onOptOut?: (sender: string, number: string) => void;
}

/** For a carrier that gives no ids: for so long the same text from the same number counts as a repetition. */
const REPEATED_WITHIN_MS = 60_000;

/**
 * Records inbound messages under the workspace that has the number, and applies their opt-out keywords; rejects while the read
 * model of the numbers lags and does not have it, so that the carrier brings the message again. The stream is
 * named after the carrier's id, so that a message that the carrier reports twice is recorded once.
 */
export function smsMessageHandler(dependencies: InboundSmsDependencies): IntakeHandlers['message'] {
  const { ledger, numbers, log } = dependencies;
  const { clock } = ledger;
  return async (written) => {
    const owned = async (number: string) => {
      const workspace = await numberOwner(numbers, number);
      return workspace === null ? null : { workspace, number };
    };
    // Carriers leave the + out.
    const find = async () => (await owned(written.to)) ?? (await owned(`+${written.to}`));
    const found = await findWithRetries('numbers', find, dependencies);
    if (found === null) {
      const { carrierId } = written;
      log.warn({ carrierId }, 'an inbound SMS came on a number that no workspace has');
      return 'unknown';
    }
    const { workspace, number: to } = found;
    const from = await senderOf(dependencies, workspace, written);
    const message = { ...written, to, from, writtenFrom: written.from };
    if (message.part !== null) {
      const { part } = message;
      await appendWithRetry(clock, () => recordSmsPart(ledger, workspace, message, part));
    } else {
      const recordedAt = await appendWithRetry(clock, () => recordWhole(ledger, workspace, message));
      await applyKeyword(dependencies, workspace, message, recordedAt);
    }
    return 'recorded';
  };
}

/** Some of the text messages to a number; more of them are inbound only where the number is one of the workspace itself. */
const LOOKED_AT = 100;

/** The sender with their country, where that is certain: the workspace has sent a text message to that number. */
async function senderOf(
  dependencies: InboundSmsDependencies,
  workspace: string,
  { from, completedFrom }: IncomingSms,
): Promise<string> {
  if (completedFrom === null) return from;
  const { messages } = dependencies;
  const equals = [placeIn(workspace, completedFrom)];
  const find = async () => {
    const found = await messages.page({ index: 'byRecipient', equals, descending: true, limit: LOOKED_AT });
    const wasSentTo = found.some(
      ({ document }) => 'direction' in document && document.direction === 'outbound',
    );
    return wasSentTo ? completedFrom : null;
  };
  return (await findWithRetries('messages', find, dependencies)) ?? from;
}

/** Resolves with the position of the message, also when it was recorded before. */
async function recordWhole(ledger: Ledger, workspace: string, message: OwnedSms): Promise<Position> {
  const { from, to, text } = message;
  const smsId = await smsInIdOf(ledger, message);
  const segments = Math.max(1, smsSegments(text) ?? MAX_SMS_SEGMENTS);
  const received = newEvent(ledger, inboundOrigin(workspace, smsId), {
    type: 'SmsReceived',
    // Half a pair of surrogates makes a webhook's body a JSON that many receivers refuse.
    data: { from, to, text: text.toWellFormed(), segments },
  });
  return (await appendOnce(ledger.store, sms.stream(smsId), received)).first.position;
}

/** By the carrier's id; without one by the content, of which a repetition within a minute is the same message. */
async function smsInIdOf(
  { store, clock, ids }: Ledger,
  { carrierId, writtenFrom, to, text }: OwnedSms,
): Promise<string> {
  if (carrierId !== null) return ids.named('sms-in', carrierId, writtenFrom, to);
  const nowMs = clock.nowMs();
  const minute = Math.floor(nowMs / REPEATED_WITHIN_MS);
  const idIn = (at: number) => ids.named('sms-in-content', String(at), writtenFrom, to, text);
  const [before] = await store.readStream(sms.stream(idIn(minute - 1)), { limit: 1 });
  const isRepeated = before !== undefined && nowMs - Date.parse(before.metadata.at) < REPEATED_WITHIN_MS;
  return idIn(isRepeated ? minute - 1 : minute);
}

async function applyKeyword(
  { ledger, onOptOut, log, metrics }: InboundSmsDependencies,
  workspace: string,
  { carrierId, from, to, text }: IncomingSms,
  recordedAt: Position,
): Promise<void> {
  const change = optOutKeyword(text);
  if (change === null) return;
  if (!isPhoneNumber(from)) {
    metrics.count('postledger_sms_stops_unmatched_total');
    return log.warn({ workspace }, 'a word to stop or start came from no number that can be sent to');
  }
  const origin = inboundOrigin(workspace, ledger.ids.uuid());
  const position = await appendWithRetry(ledger.clock, async () => {
    // What is decided on an older log might be nothing, which no conflict would show.
    await refuseOlderLog(ledger.store, recordedAt);
    // Without the carrier's id a word that was said again can't be told from one that is brought again.
    const saidAt = carrierId === null ? null : recordedAt;
    return decideSmsOptOut(ledger, origin, { ...change, sender: to, number: from }, saidAt);
  });
  if (position !== null && change.do === 'opt-out') onOptOut?.(to, from);
}

const inboundOrigin = (workspace: string, correlation: string): Origin => ({
  workspace,
  actor: 'recipient',
  correlation,
  causation: null,
});
