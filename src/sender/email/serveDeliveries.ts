import { contactDecider } from '../../commands/email/saveContact.ts';
import { contact } from '../../events/contact.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import { recipientFields } from '../../events/recipientFields.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { LiveModels } from '../../projections/liveModels.ts';
import { SMALL_BYTES } from './byteBudget.ts';
import { type ComposeDependencies, composeEmail } from './composeEmail.ts';
import { type BodyDependencies, emailBody, messageBytes, renderedSubject } from './emailBody.ts';
import type { Delivery } from './emailProgress.ts';
import type { DecidedEvent, EmailStream } from './emailStream.ts';
import { restEvent, unrenderedEvent } from './mailOutcome.ts';
import { firstLink, simulated } from './sandbox.ts';
import { type SendsWatch, type SubmissionDependencies, submit, takeable } from './submission.ts';

export interface ServingDependencies
  extends BodyDependencies,
    SubmissionDependencies,
    ComposeDependencies,
    Pick<LiveModels, 'suppressedAmong'> {}

/** Concurrent transactions of one message. */
const SIDE_BY_SIDE = 10;

/**
 * Brings those deliveries of a message that may be taken a step on: rejects the suppressed and unsubscribed, ends what
 * cannot be rendered, plays the sandbox, rejects what comes from a domain that it may not, and submits the rest, some
 * of it while others wait. Resolves with false when the route did not take them all.
 */
export async function serveDeliveries(
  stream: EmailStream,
  due: readonly Delivery[],
  parts: ServingDependencies,
  watch: SendsWatch,
): Promise<boolean> {
  const { accepted } = stream;
  if (await hasUnsubscribed(parts.store, accepted.data)) {
    await conclude(stream, due, parts, rejected('unsubscribed'));
    return true;
  }
  const suppressed = await parts.suppressedAmong(due.map(({ recipient }) => recipient.suppressionId));
  const [refused, left] = parted(due, ({ recipient }) => suppressed.has(recipient.suppressionId));
  await conclude(stream, refused, parts, rejected('suppressed'));
  if (left.length === 0) return true;
  const body = await emailBody(parts, accepted);
  if (body.is !== 'ready') {
    const context = { ids: parts.ids, nowMs: parts.clock.nowMs() };
    const events = await conclude(stream, left, parts, (one) => [unrenderedEvent(one, body, context)]);
    if (events.some(({ type }) => type === 'RenderingFailed'))
      parts.metrics.count('postledger_rendering_failures_total');
    return true;
  }
  const [played, live] = parted(left, ({ recipient }) => recipient.sandbox);
  const { html } = body.body;
  let found: string | null | undefined;
  const link = () => {
    if (found === undefined) found = html === null ? null : firstLink(html);
    return found;
  };
  const outcomes = await conclude(stream, played, parts, ({ recipient }) =>
    simulated(recipient, link, renderedSubject(accepted.data, body.body)),
  );
  for (const deliveryId of new Set(outcomes.map(({ data }) => data.deliveryId))) watch.consume(deliveryId);
  if (live.length === 0) return true;
  const senders = [accepted.data.from, body.body.kept?.field('Sender') ?? ''].filter((one) => one !== '');
  const allowed = await Promise.all(
    senders.map((one) => parts.signing?.isAllowed(accepted.metadata.workspace, one)),
  );
  if (allowed.includes(false)) {
    await conclude(stream, live, parts, rejected('sender domain not verified'));
    return true;
  }
  const awake = await withoutResting(stream, live, parts);
  if (awake.length === 0) return true;
  if (parts.route.room() === 0) return false;
  const envelope = await composeEmail(parts, accepted, body.body);
  const sideBySide = sideBySideOf(accepted.data);
  for (let from = 0; from < awake.length && !parts.signal.aborted; from += sideBySide) {
    // Each may take minutes: the others' messages are not to wait for all of them.
    if (from > 0 && watch.othersWait()) return true;
    const taken = await submit(stream, idsOf(awake.slice(from, from + sideBySide)), envelope, parts, watch);
    if (!taken) return false;
  }
  return true;
}

/** A campaign's mail may have waited for its pace for days: its contact is asked again. */
async function hasUnsubscribed(store: EventStore, { campaign }: EmailAccepted): Promise<boolean> {
  if (campaign === null) return false;
  const { state } = await foldedStream(store, contact.stream(campaign.contactId), contactDecider);
  return state.subscribed === false;
}

/** Defers the deliveries whose destination is paused; returns the others. */
async function withoutResting(
  stream: EmailStream,
  deliveries: readonly Delivery[],
  parts: ServingDependencies,
): Promise<Delivery[]> {
  const { mailer, ids, clock } = parts;
  const restOf = ({ recipient }: Delivery) => mailer.restOf(recipient.address);
  const [resting, awake] = parted(deliveries, (one) => restOf(one) !== null);
  await conclude(stream, resting, parts, (delivery) => {
    const rest = restOf(delivery);
    return rest === null ? [] : [restEvent(delivery, rest, { ids, nowMs: clock.nowMs() })];
  });
  return awake;
}

/** Appends the events of those deliveries that may still be taken; resolves with them. */
async function conclude(
  stream: EmailStream,
  deliveries: readonly Delivery[],
  parts: ServingDependencies,
  end: (delivery: Delivery) => DecidedEvent[],
): Promise<readonly DecidedEvent[]> {
  if (deliveries.length === 0) return [];
  return stream.append((progress) => takeable(progress, idsOf(deliveries), parts).flatMap(end));
}

const rejected =
  (reason: string) =>
  ({ recipient }: Delivery): DecidedEvent[] => [
    { type: 'Rejected', data: { ...recipientFields(recipient), reason } },
  ];

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ recipient }) => recipient.deliveryId);

function parted(
  deliveries: readonly Delivery[],
  matches: (delivery: Delivery) => boolean,
): [matching: Delivery[], others: Delivery[]] {
  return [deliveries.filter(matches), deliveries.filter((one) => !matches(one))];
}

/** Every transaction holds a whole message, so large ones go one after the other. */
function sideBySideOf(data: EmailAccepted): number {
  return messageBytes(data) > SMALL_BYTES ? 1 : SIDE_BY_SIDE;
}
