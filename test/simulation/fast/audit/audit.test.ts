import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../../../src/adapters/position.ts';
import type { RecordedEvent } from '../../../../src/events/event.ts';
import { type JournalLines, type JournalName, openJournal } from '../journal.ts';
import { audit } from './audit.ts';
import type { Evidence } from './rule.ts';

/** One message, one recipient, one webhook, all as it should be; each test spoils one thing. */
const test = suite('rules of the fast life');

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ADDRESS = 'takes-1@receiver.test';
const RECEIPT = { id: 'one', credits_consumed: 1 };

interface Spoiled {
  readonly without?: readonly string[];
  readonly events?: readonly RecordedEvent[];
  readonly lines?: (
    note: <Name extends JournalName>(book: Name, atMs: number, line: JournalLines[Name]) => void,
  ) => void;
  readonly mail?: readonly (JournalLines['mail'] & { readonly atMs: number })[];
  readonly files?: readonly string[];
}

function event(type: string, stream: string, atMs: number, data: object): RecordedEvent {
  const metadata = {
    ...{ v: 1, workspace: 'w', actor: 'sender', correlation: 'c', causation: null },
    at: new Date(atMs).toISOString(),
  };
  return { id: `${type}-${stream}`, type, stream, data, metadata, revision: 0, position: positionAt(1) };
}

const recipient = { deliveryId: 'd', recipient: ADDRESS };
const EVENTS: readonly RecordedEvent[] = [
  event('WebhookEndpointCreated', 'webhooks-w', 0, {}),
  event('EmailAccepted', 'email-one', 1_000, {
    ...{ recipients: [{ deliveryId: 'd', address: ADDRESS }], credits: 1, scheduledFor: null },
  }),
  event('SubmissionAttempted', 'email-one', 2_000, recipient),
  event('Submitted', 'email-one', 3_000, recipient),
  event('WebhookDeliveryScheduled', 'webhookdelivery-1', 4_000, { eventId: 'Submitted-email-one' }),
  event('WebhookDelivered', 'webhookdelivery-1', 5_000, {}),
];
const TAKEN = { recipient: ADDRESS, messageId: '<m>', code: 250, answerLost: false, atMs: 2_500 } as const;
const ACCEPTED = { key: 'k', recipients: [ADDRESS], status: 202, answer: RECEIPT, begunAtMs: 900 };

/** The rules that are broken. */
function broken({ without = [], events = [], lines, mail = [TAKEN], files = [] }: Spoiled): string[] {
  let nowMs = 0;
  const journal = openJournal(() => nowMs);
  const note = <Name extends JournalName>(book: Name, atMs: number, line: JournalLines[Name]) => {
    nowMs = atMs;
    journal.note(book, line);
  };
  note('clients', 1_000, ACCEPTED);
  for (const { atMs, ...line } of mail) note('mail', atMs, line);
  if (!without.includes('post'))
    note('posts', 4_500, { eventId: 'Submitted-email-one', verified: true, status: 200 });
  lines?.(note);
  const evidence: Evidence = {
    ...{ journal, files, endMs: 5 * HOUR_MS },
    events: [...EVENTS.filter(({ type }) => !without.includes(type)), ...events],
    quiet: { fromMs: 2 * HOUR_MS, toMs: 3 * HOUR_MS },
  };
  return [...new Set(audit(evidence).map(({ rule }) => rule))];
}

const cases: readonly [string, Spoiled, readonly RegExp[]][] = [
  ['all is well', {}, []],
  ['a receipt that is not in the log', { without: ['EmailAccepted'] }, [/^every 202/, /^charges/]],
  [
    'another receipt for the same key',
    { lines: (note) => note('clients', 1_500, { ...ACCEPTED, answer: { ...RECEIPT, status: 'x' } }) },
    [/^every 202/],
  ],
  [
    'a call that was never answered',
    { lines: (note) => note('clients', 1_500, { ...ACCEPTED, key: 'other', status: null, answer: null }) },
    [/^every call/],
  ],
  [
    'a 500',
    { lines: (note) => note('clients', 900, { ...ACCEPTED, status: 500, answer: {} }) },
    [/^every call/],
  ],
  ['a mail that never came', { mail: [] }, [/^every accepted mail/, /^a final outcome/]],
  ['a mail that came twice', { mail: [TAKEN, { ...TAKEN, atMs: 400_000 }] }, [/^every accepted mail/]],
  [
    'a mail that came twice around a kill',
    {
      mail: [TAKEN, { ...TAKEN, atMs: 400_000 }],
      lines: (note) => note('processes', 300_000, { what: 'killed', detail: '' }),
    },
    [],
  ],
  [
    'an outcome that nothing shows',
    { events: [event('RenderingFailed', 'email-one', 3_500, recipient)] },
    [/^a final outcome/, /^every event that is reported/],
  ],
  ['a webhook that never came', { without: ['post'] }, [/^every webhook/]],
  ['a webhook that never ended', { without: ['WebhookDelivered'] }, [/^every webhook/]],
  ['a webhook that was never scheduled', { without: ['WebhookDeliveryScheduled'] }, [/^every event that/]],
  [
    'a forged webhook',
    { lines: (note) => note('posts', 6_000, { eventId: 'x', verified: false, status: 200 }) },
    [/^every webhook/],
  ],
  [
    'an event in the quiet',
    { events: [event('Opened', 'email-one', 2.5 * HOUR_MS, recipient)] },
    [/^in the quiet/],
  ],
  ['a file that was set aside', { files: ['read-models.damaged-1'] }, [/^nothing is reported/]],
  [
    'a command that fails',
    { lines: (note) => note('commands', HOUR_MS, { command: 'doctor', exitCode: 1, output: 'no' }) },
    [/^every command/],
  ],
  [
    'an error that nothing explains',
    { lines: (note) => note('logs', HOUR_MS, { level: 'error', message: 'oh', text: 'oh' }) },
    [/^no log line/],
  ],
  [
    'a service that does not become ready',
    { lines: (note) => note('processes', HOUR_MS, { what: 'never ready', detail: '' }) },
    [/^after each start/],
  ],
];

for (const [title, spoiled, rules] of cases)
  test(title, () => {
    const found = broken(spoiled);
    assert.is(found.length, rules.length, `breaks: ${found.join('; ')}`);
    for (const rule of rules)
      assert.ok(
        found.some((name) => rule.test(name)),
        `${rule} of ${found.join('; ')}`,
      );
  });

test.run();
