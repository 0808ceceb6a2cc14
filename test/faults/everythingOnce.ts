import * as assert from 'uvu/assert';
import type { EmailAccepted } from '../../src/events/emailAccepted.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import type { ReceivedWebhook } from '../support/httpsReceiver.ts';
import type { SmtpSink } from '../support/smtpSink.ts';
import { TAKEN } from './everyCall.ts';
import type { LedgerReader } from './ledgerReader.ts';
import type { AnsweredCall, repeatedCalls } from './repeatedCalls.ts';

type Calls = Pick<ReturnType<typeof repeatedCalls>, 'of'>;
type Events = readonly RecordedEvent[];

const ofType = (events: Events, type: string) => events.filter((event) => event.type === type);
const fieldOf = ({ data }: RecordedEvent, name: string): unknown => Reflect.get(Object(data), name);
const acceptedIn = ({ data }: RecordedEvent) => data as EmailAccepted;

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** What an answer names, by ids. */
function idsIn({ answer }: AnsweredCall): readonly string[] {
  if (answer === TAKEN) return [];
  if (!answer.startsWith('{')) return [answer];
  const { id, data } = JSON.parse(answer) as { id?: string; data?: readonly { id: string }[] };
  return data?.map((one) => one.id) ?? [String(id)];
}

/** Where the streams of what was answered are. */
const CATEGORIES: Readonly<Record<string, string>> = {
  ...{ email: 'email', batch: 'email', submission: 'email', sms: 'sms', contact: 'contact' },
  ...{ template: 'template', revision: 'template', audience: 'audience', campaign: 'campaign' },
};

/** All that was answered is in the log; what is called under a key, or names a thing, is there once. */
export function assertOnce(events: Events, calls: Calls): void {
  const streams = new Set(events.map(({ stream }) => stream));
  for (const [kind, category] of Object.entries(CATEGORIES))
    for (const id of calls.of(kind).flatMap(idsIn))
      assert.ok(streams.has(`${category}-${id}`), `${kind}: ${category} ${id} is lost`);

  const asked = new Set(['email', 'batch', 'submission'].flatMap((kind) => calls.of(kind).flatMap(idsIn)));
  const accepted = ofType(events, 'EmailAccepted');
  const own = accepted.filter((event) => acceptedIn(event).campaign === null);
  assert.is(own.length, asked.size, 'one message for each that was asked for');
  const copies = accepted
    .flatMap((event) => acceptedIn(event).campaign ?? [])
    .map((one) => JSON.stringify(one));
  assert.is(new Set(copies).size, copies.length, 'one message for each contact of a campaign');
  const texts = new Set(calls.of('sms').flatMap(idsIn));
  assert.is(ofType(events, 'SmsAccepted').length, texts.size, 'one text message for each');
  assert.is(
    ofType(events, 'TemplateCreated').length,
    calls.of('template').length,
    'one template for each name',
  );
  const revised = countsOf(ofType(events, 'TemplateRevised').map(({ stream }) => stream));
  for (const { about } of calls.of('revision'))
    assert.is(revised.get(`template-${about}`), 1, `${about} revised`);
}

/** Acts of people: each is in the log once. */
export function assertActsOnce(events: Events, calls: Calls): void {
  const acts = calls.of('console').map(({ answer, about }) => [answer, about] as const);
  const commands = calls.of('command line').flatMap(({ about }) => {
    const [, act, address = ''] = /^suppressions (add|remove) (.*)/.exec(about) ?? [];
    return act === undefined ? [] : [[act === 'add' ? 'suppress' : 'lift', address] as const];
  });
  const asked = countsOf([...acts, ...commands].map(([act, address]) => `${act} ${address}`));
  const types = { SuppressionAdded: 'suppress', SuppressionRemoved: 'lift' };
  const recorded = countsOf(
    Object.entries(types).flatMap(([type, act]) =>
      ofType(events, type).map((event) => `${act} ${fieldOf(event, 'address')}`),
    ),
  );
  assert.equal([...recorded].sort(), [...asked].sort(), 'suppressed and lifted as asked for, each once');
}

/** As `credits balance --json` shows it. */
export interface Balance {
  readonly granted: number;
  readonly used: { readonly email: number; readonly sms: number };
}

/** Charges as the answers say, as the log has them, and as the read model shows them: the same. */
export function assertCharged(events: Events, calls: Calls, shown: Balance): Balance {
  const credits = (type: string) =>
    ofType(events, type).reduce((sum, event) => sum + Number(fieldOf(event, 'credits')), 0);
  const of = (kind: string) => new Set(calls.of(kind).flatMap(idsIn)).size;
  const copies = ofType(events, 'EmailAccepted').filter((event) => acceptedIn(event).campaign !== null);
  const granted = calls
    .of('command line')
    .reduce((sum, { about }) => sum + Number(/^credits grant (\d+)/.exec(about)?.[1] ?? 0), 0);
  const asked = {
    granted,
    used: { email: of('email') + of('batch') + of('submission') + copies.length, sms: of('sms') },
  };
  const logged = {
    granted: credits('CreditsGranted'),
    used: { email: credits('EmailAccepted'), sms: credits('SmsAccepted') },
  };
  assert.equal(logged, asked, 'charged as asked for');
  assert.equal(shown, logged, 'the balance');
  return shown;
}

/**
 * Each mail arrived, and no more often than it was claimed; a claim after another one is of a mail whose answer a kill has cut off, so
 * nothing is claimed again that has an outcome.
 */
export function assertMailsOnce(events: Events, ledger: LedgerReader, sink: SmtpSink): number {
  const live = ofType(events, 'EmailAccepted').flatMap(({ data }) => ledger.liveDeliveries(data));
  const arrived = countsOf(sink.received.map(({ recipient }) => recipient));
  const claimed = new Map<string, number>();
  const done = new Set<string>();
  for (const event of events) {
    const delivery = String(fieldOf(event, 'deliveryId'));
    if (event.type === 'Submitted') {
      assert.not.ok(done.has(delivery), `${delivery} has one outcome`);
      done.add(delivery);
    }
    if (event.type !== 'SubmissionAttempted') continue;
    assert.not.ok(done.has(delivery), `${delivery} is not sent again`);
    const recipient = String(fieldOf(event, 'recipient'));
    claimed.set(recipient, (claimed.get(recipient) ?? 0) + 1);
  }
  for (const address of live) {
    const times = arrived.get(address) ?? 0;
    assert.ok(times > 0, `${address} got its mail`);
    assert.ok(
      times <= (claimed.get(address) ?? 0),
      `${address} got ${times}, claimed ${claimed.get(address)}`,
    );
  }
  assert.is(arrived.size, live.length, 'no one else got mail');
  const copies = new Set(sink.received.map(({ messageId, recipient }) => `${messageId} ${recipient}`));
  assert.is(copies.size, live.length, 'a repetition has the same Message-ID');
  return sink.received.length - live.length;
}

/** Each event was posted; what the log said was delivered is posted again only where an operator has asked for that. */
export function assertPostsOnce(
  events: Events,
  ledger: LedgerReader,
  posts: readonly ReceivedWebhook[],
): number {
  const posted = new Map<string, number[]>();
  for (const { headers, receivedAtMs } of posts) {
    const id = String(headers['webhook-id']);
    posted.set(id, [...(posted.get(id) ?? []), receivedAtMs]);
  }
  const reported = events.filter((event) => ledger.isReported(event));
  assert.is(reported.filter(({ id }) => !posted.has(id)).length, 0, 'webhook events lost');
  const asked = new Set(ofType(events, 'WebhookDeliveryRequeued').map(({ stream }) => stream));
  const eventOf = new Map(
    ofType(events, 'WebhookDeliveryScheduled').map((event) => [
      event.stream,
      String(fieldOf(event, 'eventId')),
    ]),
  );
  for (const { stream, metadata } of ofType(events, 'WebhookDelivered')) {
    if (asked.has(stream)) continue;
    const late =
      posted.get(eventOf.get(stream) ?? '')?.filter((atMs) => atMs > Date.parse(metadata.at)) ?? [];
    assert.equal(late, [], `${stream} is not posted after it was delivered at ${metadata.at}`);
  }
  return posts.length - posted.size;
}
