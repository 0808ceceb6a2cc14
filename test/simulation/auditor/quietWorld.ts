import type { RecordedEvent } from '../../../src/events/event.ts';
import { CLAIM_TIMEOUT_MS } from '../../../src/sender/claim/claims.ts';
import type { Breach, Evidence, Rule } from './rule.ts';

/** Timers that fire more than once a minute though nothing happens, by the file that sets them, and what they look for. */
const NAMED_TIMERS: ReadonlySet<string> = new Set([
  // How old the oldest event is that is not finished.
  'follow/consumer',
  // What waits for the tick, of an event that was due.
  'follow/tail',
  // Work whose notification was lost.
  'work/workLoop',
  // Whether what a process says of itself, of the route and of what waits, has changed.
  'work/sharedReports',
  // Signs of life, and leases that are free.
  'follow/partitions',
  // Checkpoints that are not saved.
  'follow/checkpointSaver',
  // Whether it is this process that listens to the carrier.
  'sender/sms/smsIntake',
  // What a carrier brings about something that is not found yet.
  'sender/sms/findWithRetries',
  // Figures for operators.
  'dispatcher/totals',
  'sender/route/routeReports',
  // While the mail route is closed.
  'sender/route/mailRoute',
]);
/** Documents that are written without an event: what operators see of the mail route, and checkpoints, which are put off. */
const NAMED_WRITES: ReadonlySet<string> = new Set(['checkpoints']);

const MINUTE_MS = 60_000;
const PARTS_WAIT_MS = 60 * MINUTE_MS;
/** An event is folded, and its checkpoint saved, within this. */
const FOLDED_MS = 3_000;
/** What was due so long before may still be under way: an endpoint that hangs has one slot, and a claim lasts ten minutes. */
const UNDER_WAY_MS = 12 * MINUTE_MS;
/** Of an endpoint whose attempts follow each other, the next one ends within this. */
const ATTEMPT_MS = 15_000;

/**
 * Nothing happens in a quiet world: nothing is appended that was not due, no document is written without an event, no timer
 * fires more than once a minute save the named ones, and whatever is taken and given back is given back.
 */
export const quietWorld: Rule = {
  name: 'a quiet world is quiet',
  check(evidence: Evidence): readonly Breach[] {
    const { watchedFromMs, endMs } = evidence;
    if (watchedFromMs === null) return [];
    const faults = [
      ...appends(evidence, watchedFromMs),
      ...writes(evidence, watchedFromMs),
      ...timers(evidence),
      ...takenThings(evidence),
    ];
    return faults.map(({ what, about = [] }) => ({ rule: this.name, atMs: endMs, what, about }));
  },
};

interface Fault {
  readonly what: string;
  readonly about?: readonly string[];
}

/** Events that nothing made due. */
function appends(evidence: Evidence, fromMs: number): readonly Fault[] {
  const { events, appendedAtMs, clocksMs, plan } = evidence;
  // What a date says may come sooner or later by as much as any clock was ever wrong.
  const wrongMs = Math.max(...clocksMs.map(Math.abs), 0);
  const untilMs = plan.startsAtMs + fromMs + 2 * MINUTE_MS + wrongMs;
  const sinceMs = plan.startsAtMs + fromMs - UNDER_WAY_MS - wrongMs;
  const last = new Map<string, RecordedEvent>();
  const attemptedAtMs = new Map<string, number>();
  const explained = new Set<string>();
  const faults: Fault[] = [];
  for (const event of events) {
    const subject = subjectOf(event);
    const before = last.get(subject) ?? last.get(event.stream);
    // A receipt of a segment puts nothing off.
    if (event.type !== 'SmsSegmentDelivered') last.set(subject, event);
    const { endpointId = '' } = event.data as { readonly endpointId?: string };
    const atMs = appendedAtMs(event);
    // The one slot of an endpoint that hangs: what is due waits for it, however long.
    const isInLine = atMs - (attemptedAtMs.get(endpointId) ?? Number.NEGATIVE_INFINITY) < ATTEMPT_MS;
    if (endpointId !== '') attemptedAtMs.set(endpointId, atMs);
    if (atMs < fromMs) continue;
    const dueMs = before === undefined ? null : dueDateOf(before);
    const isDue =
      (dueMs !== null && (dueMs >= sinceMs || isInLine) && dueMs <= untilMs) ||
      hasSomethingToSeal(event, events);
    const isBrought = evidence.journals.receipts.some(
      ({ smsId, atMs }) =>
        event.stream === `sms-${smsId}` && Math.abs(atMs - appendedAtMs(event)) <= FOLDED_MS,
    );
    const follows =
      isBrought || explained.has(event.metadata.causation ?? '') || explained.has(before?.id ?? '');
    if (isDue || follows) explained.add(event.id);
    else
      faults.push({
        what: `${event.type} was appended to ${event.stream} for no reason`,
        about: [event.stream],
      });
  }
  return faults;
}

/** Whether it seals something other than seals. */
function hasSomethingToSeal({ stream, data }: RecordedEvent, events: readonly RecordedEvent[]): boolean {
  if (stream !== 'seal') return false;
  const { size = events.length, previous } = data as {
    readonly size?: number;
    readonly previous: number | null;
  };
  const before = events.find((seal) => seal.stream === 'seal' && seal.revision === previous);
  const sealed = (before?.data as { readonly size?: number } | undefined)?.size ?? 0;
  return events.slice(sealed, size).some((event) => event.stream !== 'seal');
}

/** What an event is about: of a mail, one recipient. */
function subjectOf({ stream, data }: RecordedEvent): string {
  const { deliveryId } = data as { readonly deliveryId?: string };
  return deliveryId === undefined ? stream : `${stream} ${deliveryId}`;
}

/** When something is to be done after an event, as milliseconds since 1970; null: never. */
function dueDateOf({ type, data, metadata }: RecordedEvent): number | null {
  const { nextAttemptAt, scheduledFor } = data as {
    readonly nextAttemptAt?: string | null;
    readonly scheduledFor?: string | null;
  };
  const atMs = Date.parse(metadata.at);
  if (typeof nextAttemptAt === 'string') return Date.parse(nextAttemptAt);
  if (typeof scheduledFor === 'string') return Date.parse(scheduledFor);
  if (
    type.endsWith('SubmissionAttempted') ||
    type === 'WebhookDeliveryScheduled' ||
    type === 'WebhookDeliveryRequeued'
  )
    return atMs;
  // An inbound message some parts of which never come is recorded without them.
  if (type === 'SmsPartReceived') return atMs + PARTS_WAIT_MS;
  return /^(EmailAccepted|DeliveryDelayed|SmsAccepted)$/.test(type) ? atMs : null;
}

/** Documents that were written though no event had come. */
function writes({ journals, events, appendedAtMs }: Evidence, fromMs: number): readonly Fault[] {
  const appendedMs = events.map(appendedAtMs).filter((atMs) => atMs >= fromMs - FOLDED_MS);
  return journals.writes
    .filter(({ atMs, collection }) => atMs >= fromMs + FOLDED_MS && !NAMED_WRITES.has(collection))
    .filter(({ atMs }) => !appendedMs.some((ms) => ms <= atMs && atMs - ms <= FOLDED_MS))
    .map(({ process, collection, documents, atMs }) => ({
      what: `${process} wrote ${documents} documents of ${collection} without an event, ${Math.round(atMs - fromMs)} ms into the quiet`,
    }));
}

function timers({ journals }: Evidence): readonly Fault[] {
  const counts = new Map<string, number>();
  for (const { process, site, ms } of journals.timers)
    if (ms < MINUTE_MS && !NAMED_TIMERS.has(site))
      counts.set(`${process}: ${site}`, (counts.get(`${process}: ${site}`) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 2)
    .map(([name, count]) => ({ what: `a timer of ${name} fired ${count} times in a minute` }));
}

/** What is still in hand though nothing is under way, and leases that outlive their use. */
function takenThings(evidence: Evidence): readonly Fault[] {
  const { journals, stores, endMs } = evidence;
  const lives = new Map<string, number>();
  for (const { process, life } of journals.processes) lives.set(process, life);
  const held = new Map<string, number>();
  for (const { process, life, name, value } of journals.gauges)
    if (lives.get(process) === life) held.set(`${process}: ${name}`, value);
  const isPosting = journals.posts.some((post) => isUnderWay(post.atMs, post.endedAtMs));
  // A transaction is written down when it ends: a claim without an outcome is one that may be under way.
  const isSending = claimsUnderWay(evidence);
  const left = [...held].filter(([name, value]) => {
    if (value === 0) return false;
    if (name.includes('worker_in_flight')) return !isSending;
    return name.includes('webhook_in_flight') ? !isPosting : true;
  });
  const strange = stores.leases
    .held()
    .filter((name) => !/^([a-z]+\/\d+of\d+|mail-route\/\d+|waits\/\d+)$/.test(name));
  return [
    ...left.map(([name, value]) => ({ what: `${name} is ${value}, and nothing is under way` })),
    ...strange.map((name) => ({ what: `the lease ${name} is still held` })),
  ];

  function isUnderWay(fromMs: number, toMs: number | null): boolean {
    return toMs === null ? endMs - fromMs < FOLDED_MS * 5 : endMs - toMs < FOLDED_MS;
  }
}

/** By the machine's time: the clocks of processes are set. */
function claimsUnderWay({ events, appendedAtMs, endMs }: Evidence): boolean {
  const claims = new Map<string, number>();
  for (const event of events) {
    const subject = subjectOf(event);
    if (event.type.endsWith('SubmissionAttempted')) claims.set(subject, appendedAtMs(event));
    else if (event.type !== 'SmsSegmentSent') claims.delete(subject);
  }
  return [...claims.values()].some((atMs) => endMs - atMs < 2 * CLAIM_TIMEOUT_MS);
}
