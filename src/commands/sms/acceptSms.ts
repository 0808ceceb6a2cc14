import type { Complete, Recorded } from '../../events/category.ts';
import type { StoredText } from '../../events/schema.ts';
import { type SmsEvent, sms } from '../../events/sms.ts';
import type { SecretNames } from '../../events/uuid5.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Renderer } from '../../ports/renderer.ts';
import { appendOnce, firstEventOf, type Once, unlessRefused } from '../kernel/appendOnce.ts';
import { type Ledger, newEvent, type Origin } from '../kernel/ledger.ts';
import { invalid } from '../kernel/refusal.ts';
import { MAX_SMS_SEGMENTS, smsSegments } from './smsSegments.ts';
import { approvedSmsTemplate, type SmsTemplate } from './smsTemplate.ts';

/** The approved template to send, by id or by name. */
type SmsTemplateChoice = { readonly templateId: string } | { readonly name: string };

export interface SmsRequest {
  readonly from: string;
  readonly to: string;
  readonly template: SmsTemplateChoice;
  readonly variables: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  /** Stores a JSON object; called only when the message is new. */
  readonly metadata: (() => Promise<StoredText>) | null;
  /** Of the request as it was read. */
  readonly requestHash?: string | undefined;
}

type SmsAccepted = Extract<SmsEvent, { type: 'SmsAccepted' }>;
export type SmsAcceptedEvent = Recorded<SmsAccepted>;

/** What is needed to accept a text message. */
export interface AcceptSmsDependencies extends Pick<Ports, 'renderer'> {
  readonly ledger: Ledger;
  readonly creditsPerSegment: number;
  /** Whether a number is assigned to other workspaces only. */
  isForeignNumber(workspace: string, number: string): Promise<boolean>;
}

/** The message's id: one for each idempotency key and workspace. */
export function smsIdOf(names: SecretNames, workspace: string, idempotencyKey: string): string {
  return names.named('sms', workspace, idempotencyKey);
}

/**
 * Accepts a message and resolves with its first event, from which the receipt is made, and whether that is new. For a
 * key that was used before the result is the message of that time, even when the template has changed since.
 * @throws Refusal `invalid` for an unknown or withdrawn template, a missing variable, a text that can't be sent, or
 * another workspace's number
 */
export async function acceptSms(
  dependencies: AcceptSmsDependencies,
  origin: Origin,
  idempotencyKey: string,
  request: SmsRequest,
): Promise<Once<SmsAccepted>> {
  const { ledger } = dependencies;
  const stream = sms.stream(smsIdOf(ledger.ids, origin.workspace, idempotencyKey));
  const find = async () => {
    const first = await firstEventOf<SmsAccepted>(ledger.store, stream, 'SmsAccepted');
    return first && { first, isNew: false };
  };
  return unlessRefused(async () => {
    const decided = await decideSms(dependencies, origin, request);
    // A replay may have other contents than the accepted message: they must not stay in the blob store unreferenced.
    const before = request.metadata === null ? null : await find();
    if (before !== null) return before;
    const data = { ...decided, metadata: request.metadata === null ? null : await request.metadata() };
    const event = newEvent(ledger, origin, { type: 'SmsAccepted' as const, data });
    return appendOnce<SmsAccepted>(ledger.store, stream, event);
  }, find);
}

async function decideSms(
  { ledger, renderer, creditsPerSegment, isForeignNumber }: AcceptSmsDependencies,
  { workspace }: Origin,
  request: SmsRequest,
): Promise<Complete<Omit<SmsAccepted['data'], 'metadata'>>> {
  if (await isForeignNumber(workspace, request.from))
    throw invalid('/from', 'is a number that is assigned to another workspace');
  const path = 'name' in request.template ? '/template' : '/template_id';
  const template = await approvedSmsTemplate(ledger, workspace, request.template);
  if (template === null) throw invalid(path, 'names no approved SMS template of this workspace');
  const text = await rendered(renderer, workspace, template, request.variables, path);
  const segments = smsSegments(text);
  if (segments === null)
    throw invalid(path, `renders to more than the ${MAX_SMS_SEGMENTS} segments that a message may have`);
  if (segments === 0) throw invalid(path, 'renders to an empty text with these variables');
  const { from, to, tags, requestHash } = request;
  const { templateId } = template;
  const credits = segments * creditsPerSegment;
  return { from, to, templateId, text, segments, credits, tags: [...tags], requestHash };
}

async function rendered(
  renderer: Renderer,
  workspace: string,
  { body }: SmsTemplate,
  variables: Readonly<Record<string, string>>,
  path: string,
): Promise<string> {
  const parts = [{ name: 'text', source: body, escape: false }];
  const result = await renderer.render({ workspace, parts, variables: [variables] });
  if (result.outcome === 'rendered') return result.parts.text ?? '';
  if (result.outcome === 'failed' && result.variable !== null)
    throw invalid(`/variables/${result.variable}`, 'is needed by the template and missing');
  throw invalid(path, `cannot be rendered with these variables: ${result.reason}`);
}
