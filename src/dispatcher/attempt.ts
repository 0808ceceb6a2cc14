import { foldStream } from '../commands/kernel/decider.ts';
import type { Ledger } from '../commands/kernel/ledger.ts';
import { evolveDelivery, type WebhookDeliveryState } from '../commands/webhook/webhookDeliveryState.ts';
import type { WebhookEndpoint } from '../commands/webhook/webhookEndpoints.ts';
import { webhookUrlFault } from '../commands/webhook/webhookUrl.ts';
import type { Position } from '../events/event.ts';
import { type WebhookDeliveryEvent, webhookDelivery } from '../events/webhookDelivery.ts';
import { instant } from '../ports/clock.ts';
import type { Ports } from '../ports/ports.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type AttemptResult, attemptEvents, deathOf, MAX_OFF_MS } from './attemptOutcome.ts';
import type { EndpointAnswer } from './endpointHealth.ts';
import type { EndpointDirectory } from './endpoints.ts';
import { observeAttempt } from './observeAttempt.ts';
import { recordAttempt } from './recordAttempt.ts';
import type { DueDelivery, ScheduledDelivery } from './scheduledDelivery.ts';
import { signedHeaders } from './sign.ts';

/** For the whole of an attempt (spec section 6 rule 4). */
export const ATTEMPT_TIMEOUT_MS = 10_000;
/** What fails later than this has held its slot as long as a hanging endpoint does. */
const SOON_MS = 2_000;

export interface AttemptDependencies extends Pick<Ports, 'poster' | 'metrics' | 'log'> {
  readonly ledger: Ledger;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly endpoints: EndpointDirectory;
}

/** What became of a delivery's turn. */
export type AttemptEnd =
  /** Its outcome is at the position; the index says whether, and when, it goes on. */
  | { readonly is: 'done'; readonly position: Position }
  /** It failed and is to be tried again after so much time; `revision` is that of the event with the failure. */
  | {
      readonly is: 'failed';
      readonly position: Position;
      readonly revision: number;
      readonly pauseMs: number;
    }
  /** Its endpoint is off: nothing is to be done before that date unless it is switched on. */
  | { readonly is: 'off'; readonly untilMs: number }
  /** The service stops, or the log has it not yet. */
  | { readonly is: 'not begun' };

/**
 * Posts a delivery that is due and records what came of it. Two runs of one delivery may post twice (receivers know
 * the id), but only one outcome is recorded, since each is appended at the revision that its run began with.
 * `onPosted` is called once, when the post is over, or nothing is posted.
 */
export async function attemptDelivery(
  context: AttemptDependencies,
  due: DueDelivery,
  signal: AbortSignal,
  onPosted: (answer: EndpointAnswer) => void,
): Promise<AttemptEnd> {
  const { ledger } = context;
  const { clock } = ledger;
  const stream = webhookDelivery.stream(due.deliveryId);
  const found = due.scheduled ?? (await readDelivery(ledger, stream));
  if (found === null) return { is: 'not begun' };
  const { state, last } = found;
  // Another run has ended it, or set its next time; the index will show it when it has caught up.
  if (state.status !== 'pending' || isTooEarly(found, due.pausedSince, clock.nowMs()))
    return { is: 'done', position: last.position };
  const now = await context.endpoints.find(last.metadata.workspace, state.endpointId);
  if (signal.aborted) return { is: 'not begun' };

  const offSinceMs = now === null ? 0 : now.offSinceMs;
  if (now === null || offSinceMs !== null) {
    const untilMs = (offSinceMs ?? 0) + MAX_OFF_MS;
    if (clock.nowMs() < untilMs) return { is: 'off', untilMs };
    onPosted('nothing');
    return recorded(context, found, (one) => (one === state ? [deathOf(one)] : []), clock.nowMs(), signal);
  }
  const [startedAtMs, startedMs] = [clock.nowMs(), clock.monotonicMs()];
  const result = await attemptOn(context, now.endpoint, state, startedAtMs);
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs));
  const endedAtMs = clock.nowMs();
  onPosted(answerIn(result, durationMs));
  if (result.outcome === 'failed' && result.reason === 'aborted') return { is: 'not begun' };
  const eventsOf = (one: WebhookDeliveryState) => attemptEvents(one, result, durationMs, endedAtMs);
  const events = eventsOf(state);
  observeAttempt(context, due.deliveryId, found, { result, durationMs, startedAtMs, events });
  return recorded(context, found, eventsOf, endedAtMs, signal);
}

async function readDelivery({ store }: Ledger, stream: string): Promise<ScheduledDelivery | null> {
  const events = await store.readStream(stream);
  const state = foldStream({ initial: null, evolve: evolveDelivery }, events);
  const last = events.at(-1);
  return last === undefined || state === null ? null : { state, last };
}

/** A date in the future only because the clock was set back does not count: the pause is over already. */
function isTooEarly({ last }: ScheduledDelivery, pausedSince: number | null, nowMs: number): boolean {
  if (last.revision === pausedSince) return false;
  const { nextAttemptAt } = last.data as { nextAttemptAt?: string | null };
  return typeof nextAttemptAt === 'string' && Date.parse(nextAttemptAt) > nowMs;
}

/** One attempt at where the endpoint is now. */
async function attemptOn(
  { secrets, poster }: AttemptDependencies,
  endpoint: WebhookEndpoint,
  { eventId, body }: WebhookDeliveryState,
  nowMs: number,
): Promise<AttemptResult> {
  const { url } = endpoint;
  // The poster checks the address it connects to with the guard; here only addresses that need no look-up.
  if (webhookUrlFault(url) !== null) return { outcome: 'withheld', reason: 'address_refused' };
  const secret = opened(secrets, endpoint);
  // It counts like any failure, or it would be tried for ever: the master key may come back before the seventh attempt.
  if (secret === null) return { outcome: 'withheld', reason: 'secret_unreadable' };
  const headers = signedHeaders(secret, eventId, nowMs, body);
  return poster.post({ url, headers, body, timeoutMs: ATTEMPT_TIMEOUT_MS });
}

/** Secrets that were opened, as long as the fold of their endpoint lives: opening one takes a twentieth of what an attempt does. */
const openedSecrets = new WeakMap<WebhookEndpoint, string>();

/** The signing secret, null when its seal does not open. */
function opened(secrets: Pick<Secrets, 'open'>, endpoint: WebhookEndpoint): string | null {
  const known = openedSecrets.get(endpoint);
  if (known !== undefined) return known;
  try {
    const secret = secrets.open(endpoint.sealedSecret, endpoint.endpointId);
    openedSecrets.set(endpoint, secret);
    return secret;
  } catch {
    return null;
  }
}

function answerIn(result: AttemptResult, durationMs: number): EndpointAnswer {
  if (result.outcome === 'answered') return durationMs;
  const isSilent = result.outcome === 'failed' && result.reason === 'timeout';
  return isSilent || durationMs > SOON_MS ? 'silence' : 'nothing';
}

/** A failed attempt that is not the last one, with the next one due at this time; other events as they are. */
function dueAt(event: WebhookDeliveryEvent, dueMs: number): WebhookDeliveryEvent {
  if (event.type !== 'WebhookAttemptFailed' || event.data.nextAttemptAt === null) return event;
  return { ...event, data: { ...event.data, nextAttemptAt: instant(dueMs) } };
}

/**
 * A post that was open while an operator asked for its delivery again is the first of the new attempts: it has
 * happened, and what came of it is recorded. Where it failed, the next one goes out at once, as was asked for.
 * `eventsOf`: what is recorded of a delivery in this state; none: nothing.
 */
async function recorded(
  { ledger }: AttemptDependencies,
  found: ScheduledDelivery,
  eventsOf: (state: WebhookDeliveryState) => readonly WebhookDeliveryEvent[],
  endedAtMs: number,
  signal: AbortSignal,
): Promise<AttemptEnd> {
  const { clock } = ledger;
  const endedMs = clock.monotonicMs();
  let events = eventsOf(found.state);
  let done = await recordAttempt(ledger, found, events, endedAtMs, signal);
  for (let { requeued } = done; requeued !== null; { requeued } = done) {
    events = eventsOf(requeued.state).map((event) => dueAt(event, endedAtMs));
    if (events.length === 0) break;
    done = await recordAttempt(ledger, requeued, events, endedAtMs, signal);
  }
  const { position, revision, isOwn } = done;
  const [first] = events;
  if (!isOwn || first?.type !== 'WebhookAttemptFailed' || first.data.nextAttemptAt === null)
    return { is: 'done', position };
  // While the log could not be written, a part of the pause has passed.
  const recordedInMs = clock.monotonicMs() - endedMs;
  const pauseMs = Date.parse(first.data.nextAttemptAt) - endedAtMs - recordedInMs;
  return { is: 'failed', position, revision, pauseMs: Math.max(0, pauseMs) };
}
