import type { RecordedEvent } from '../events/envelope.ts';
import type { StoredText } from '../events/schema.ts';
import { type RecordedSmsEvent, sms } from '../events/sms.ts';
import { uuid5 } from '../events/uuid5.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { Renderer } from '../ports/renderer.ts';
import { type Ledger, newEvents, type Origin } from './ledger.ts';
import { invalid } from './refusal.ts';
import { MAX_SMS_SEGMENTS, smsSegments } from './smsSegments.ts';
import type { SmsTemplate } from './smsTemplate.ts';

/** Which approved template is sent: exactly one of the two. */
type SmsTemplateChoice = { readonly templateId: string } | { readonly name: string };

/** The approved template of a workspace, null when there is none. */
export type SmsTemplateLookup = (workspace: string, by: SmsTemplateChoice) => Promise<SmsTemplate | null>;

export interface SmsRequest {
  readonly from: string;
  readonly to: string;
  readonly template: SmsTemplateChoice;
  readonly variables: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** JSON object; stored only when the message is new. */
  readonly metadata: (() => Promise<StoredText>) | null;
}

export type SmsAcceptedEvent = Extract<RecordedSmsEvent, { type: 'SmsAccepted' }>;

export interface AcceptSmsDependencies {
  readonly ledger: Ledger;
  readonly renderer: Renderer;
  readonly templateOf: SmsTemplateLookup;
  readonly creditsPerSegment: number;
}

/** The message's id: one an idempotency key and workspace. */
function smsIdOf(workspace: string, idempotencyKey: string): string {
  return uuid5('sms', workspace, idempotencyKey);
}

/**
 * Takes a message in and resolves with its first event, of which the receipt is made. A key that was used before
 * answers with the message it led to then, whatever has become of the template since.
 * @throws Refusal `invalid` for an unknown or withdrawn template, a missing variable, or a text that can't be sent
 */
export async function acceptSms(
  { ledger, renderer, templateOf, creditsPerSegment }: AcceptSmsDependencies,
  origin: Origin,
  idempotencyKey: string,
  request: SmsRequest,
): Promise<SmsAcceptedEvent> {
  const stream = sms.stream(smsIdOf(origin.workspace, idempotencyKey));
  const earlier = await firstEvent(ledger, stream);
  if (earlier !== null) return earlier;
  const path = 'name' in request.template ? '/template' : '/template_id';
  const template = await templateOf(origin.workspace, request.template);
  if (template === null) throw invalid(path, 'names no approved SMS template of this workspace');
  const text = await rendered(renderer, template, request.variables, path);
  const segments = smsSegments(text);
  if (segments === null)
    throw invalid(path, `renders to more than the ${MAX_SMS_SEGMENTS} segments that a message may have`);
  if (segments === 0) throw invalid(path, 'renders to an empty text with these variables');
  const data = {
    from: request.from,
    to: request.to,
    templateId: template.templateId,
    text,
    segments,
    credits: segments * creditsPerSegment,
    tags: request.tags,
    metadata: request.metadata === null ? null : await request.metadata(),
  };
  const [accepted] = newEvents(ledger, origin, [{ type: 'SmsAccepted', data }]);
  if (accepted === undefined) throw new Error('no event was made');
  try {
    const { position, revision } = await ledger.store.append(stream, 'no-stream', [accepted]);
    return { ...accepted, stream, position, revision } as RecordedEvent as SmsAcceptedEvent;
  } catch (error) {
    // Of racing calls with one key the first to append is the message; the others answer with it.
    const winner = error instanceof RevisionConflict ? await firstEvent(ledger, stream) : null;
    if (winner === null) throw error;
    return winner;
  }
}

async function firstEvent({ store }: Ledger, stream: string): Promise<SmsAcceptedEvent | null> {
  const [first] = await store.readStream(stream, { limit: 1 });
  return first === undefined ? null : (first as SmsAcceptedEvent);
}

async function rendered(
  renderer: Renderer,
  { body }: SmsTemplate,
  variables: Readonly<Record<string, string>>,
  path: string,
): Promise<string> {
  const parts = [{ name: 'text', source: body, escape: false }];
  const result = await renderer.render({ parts, variables: [variables] });
  if (result.outcome === 'rendered') return result.parts.text ?? '';
  if (result.variable !== null)
    throw invalid(`/variables/${result.variable}`, 'is needed by the template and missing');
  throw invalid(path, `cannot be rendered with these variables: ${result.reason}`);
}
