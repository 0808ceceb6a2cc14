import type { History } from '../../audit/history.ts';
import { actorOf, wordingOf } from '../../audit/wording.ts';
import type { EmailEvent } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/event.ts';
import type { SmsEvent } from '../../events/sms.ts';
import type { ShownMail } from '../../ports/mailShower.ts';
import type { WhyItWaits } from '../../work/whyItWaits.ts';
import { printable, table } from '../answer.ts';

/** A history for people: who and what at the top, then one line an event. */
export function eventTimeline(
  id: string,
  workspaceName: string,
  { kind, events }: History,
  mail: ShownMail | null,
  waits: readonly WhyItWaits[],
): string {
  const first = events[0];
  if (first === undefined) return '';
  const startMs = Date.parse(first.event.metadata.at);
  const numbers = new Map(events.map(({ event }, at) => [event.id, at + 1]));
  const rows = events.map(({ event, webhook, message }, at) => [
    at + 1,
    event.metadata.at,
    elapsed(Date.parse(event.metadata.at) - startMs),
    actorOf(event.metadata),
    causeOf(event, numbers),
    (message === undefined ? '' : `message ${message}: `) +
      (webhook === null
        ? wordingOf(event)
        : `webhook ${webhook.kind} to ${webhook.endpoint.name} (${webhook.endpoint.url}): ${wordingOf(event)}`),
  ]);
  const heading = [
    `${headingOf(kind)} ${printable(id)} in workspace ${printable(workspaceName)}`,
    ...(kind === 'call' ? messagesOf(events) : about(first.event as EmailEvent | SmsEvent, mail)).map(
      ([label, value]) => `  ${label}: ${printable(value)}`,
    ),
  ];
  const waiting = waits.map(({ why, untilMs }) =>
    untilMs === null ? `It waits: ${why}` : `It waits: ${why}, not before ${new Date(untilMs).toISOString()}`,
  );
  return `${heading.join('\n')}\n\n${[table(['#', 'AT', 'AFTER', 'BY', 'CAUSE', 'WHAT'], rows), ...waiting].join('\n')}`;
}

/** The event that this one was recorded because of: its number, or its id where this history does not have it. */
function causeOf({ metadata, data }: RecordedEvent, numbers: ReadonlyMap<string, number>): string | null {
  const cause = metadata.causation ?? (data as { readonly cause?: unknown } | null)?.cause;
  if (typeof cause !== 'string') return null;
  const number = numbers.get(cause);
  return number === undefined ? cause : `#${number}`;
}

const headingOf = (kind: string) =>
  kind === 'sms' ? 'SMS' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/** Each accepted message of a call, by its number. */
const messagesOf = (events: History['events']): readonly (readonly [string, string])[] =>
  events
    .filter(({ event }) => event.type === 'EmailAccepted' || event.type === 'SmsAccepted')
    .map(({ event, message }) => [`message ${message}`, event.stream]);

function about(
  accepted: EmailEvent | SmsEvent,
  mail: ShownMail | null,
): readonly (readonly [string, string])[] {
  if (accepted.type === 'EmailAccepted') {
    const { from, to, cc, bcc, subject, template, tags, messageStream, batch, campaign } = accepted.data;
    const lines: [string, string][] = [
      ['from', from],
      ['to', to.join(', ')],
      ['cc', cc.join(', ')],
      ['bcc', bcc.join(', ')],
      ['subject', subject],
      ['template', template === null ? '' : `${template.templateId}, revision ${template.revision}`],
      ['campaign', campaign?.campaignId ?? ''],
      ['batch', batch === null ? '' : `message ${batch.index + 1} of ${batch.size}`],
      ['tags', tags.join(', ')],
      ['stream', messageStream],
      ['text', mail?.text ?? ''],
      ['html', mail?.html ?? ''],
      ['files', mail?.files.map(({ filename, type }) => filename || type).join(', ') ?? ''],
    ];
    return lines.filter(([, value]) => value !== '');
  }
  if (accepted.type !== 'SmsAccepted' && accepted.type !== 'SmsReceived') return [];
  const { from, to, text } = accepted.data;
  return Object.entries({ from, to, text });
}

/** `+0 ms`, `+1.234 s`, `+5 min 3 s`, `+2 h 5 min`, `+3 d 4 h`. */
export function elapsed(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  const seconds = Math.floor(size / 1000);
  if (size < 1000) return `${sign}${size} ms`;
  if (seconds < 60) return `${sign}${(size / 1000).toFixed(3)} s`;
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 86_400)
    return `${sign}${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${sign}${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}
