import type { PublicLinks } from '../../commands/email/publicLinks.ts';
import { loadMail, loadText } from '../../commands/kernel/storedText.ts';
import { loadTemplateRevision, type TemplateRevision } from '../../commands/template/loadTemplateRevision.ts';
import { campaign } from '../../events/campaign.ts';
import type { RecordedAcceptance } from '../../events/email.ts';
import type { EmailAccepted } from '../../events/emailAccepted.ts';
import type { Position } from '../../events/event.ts';
import { inOneLine } from '../../events/fieldPatterns.ts';
import type { StoredText } from '../../events/schema.ts';
import { recordedAt } from '../../follow/recordedAt.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { ComposedAttachment, KeptMessage } from '../../ports/composer.ts';
import { type EventStore, EventStoreUnavailable } from '../../ports/eventStore.ts';
import type { Ports } from '../../ports/ports.ts';
import { RendererBusy, type RenderOutcome, type RenderRequest } from '../../ports/renderer.ts';
import type { MessageBody } from './mime.ts';
import { linkStandIn, UNSUBSCRIBE_VARIABLE, withoutStandIn, withStandIn } from './unsubscribeLink.ts';

export interface RenderedBody extends Omit<MessageBody, 'attachments'> {
  /** A mail that is sent as it came: of its texts only those are given that may change on the way to a recipient. */
  readonly kept?: KeptMessage;
}

export type BodyOutcome = { readonly is: 'ready'; readonly body: RenderedBody } | Unrendered;

/**
 * Why there is no text. `failed`: by the template's own error; `exhausted`: it took too much processor time or memory;
 * `busy`: it could not be tried.
 */
export interface Unrendered {
  readonly is: 'failed' | 'exhausted' | 'busy';
  readonly reason: string;
}

export interface BodyDependencies extends Pick<Ports, 'blobs' | 'composer' | 'renderer' | 'store' | 'clock'> {
  /** Where recipients reach the service; absent: nothing in a message leads there. */
  readonly links?: PublicLinks;
}

const MAX_REASON_CHARS = 500;
/** Characters of a subject (spec section 2.1), also for a rendered one. */
const SUBJECT_MAX = 998;

/**
 * The text of a message: its own, or the accepted revision of its template rendered with its variables.
 * @throws EventStoreUnavailable also where that revision is not found
 */
export async function emailBody(
  { store, blobs, composer, clock, renderer, links }: BodyDependencies,
  acceptance: RecordedAcceptance,
): Promise<BodyOutcome> {
  const { data } = acceptance;
  const standIn = linkStandIn(data, links);
  if (data.raw !== undefined) {
    const kept = composer.keep(await loadMail(blobs, data.raw.content), data.messageStream === 'broadcast');
    return { is: 'ready', body: { subject: data.subject, kept, ...changingTexts(kept, data, standIn) } };
  }
  if (data.template === null) {
    const words = async (stored: StoredText | null) =>
      stored === null ? null : withStandIn(await loadText(blobs, stored), standIn);
    const [html, text] = await Promise.all([words(data.html), words(data.text)]);
    return { is: 'ready', body: { subject: data.subject, html, text } };
  }
  const template = await templateOf({ store, blobs, clock }, acceptance, data.template);
  const outcome = await rendered({ blobs, renderer }, acceptance, template, data.template, standIn);
  if (outcome.outcome !== 'rendered') return { is: outcome.outcome, reason: reasonOf(outcome) };
  const { html = null, text = null } = outcome.parts;
  const subject = subjectIn(outcome.parts, standIn);
  const length = [...subject].length;
  if (length > SUBJECT_MAX)
    return { is: 'failed', reason: `subject: has ${length} characters, at most ${SUBJECT_MAX} may be sent` };
  return { is: 'ready', body: { subject, html, text } };
}

/** The subject of a message alone, as `emailBody` has it; null where it cannot be rendered now. */
export async function emailSubject(
  { store, blobs, clock, renderer, links }: Omit<BodyDependencies, 'composer'>,
  acceptance: RecordedAcceptance,
): Promise<string | null> {
  const { template: own, subject } = acceptance.data;
  if (own === null) return subject;
  const template = await templateOf({ store, blobs, clock }, acceptance, own);
  const standIn = linkStandIn(acceptance.data, links);
  const alone = { ...template, html: null, text: null };
  const outcome = await rendered({ blobs, renderer }, acceptance, alone, own, standIn);
  return outcome.outcome === 'rendered' ? subjectIn(outcome.parts, standIn) : null;
}

const subjectIn = ({ subject = '' }: Readonly<Record<string, string>>, standIn: string | null): string =>
  inOneLine(withoutStandIn(subject, standIn));

/** The subject as `Submitted` keeps it: of a message of a template alone, the acceptance has any other. */
export const renderedSubject = (
  { template }: EmailAccepted,
  { subject }: RenderedBody,
): { readonly subject?: string } => (template === null ? {} : { subject });

type OwnTemplate = NonNullable<EmailAccepted['template']>;

/** The revision that a message was accepted with. @throws EventStoreUnavailable where it is not found */
async function templateOf(
  sources: Pick<BodyDependencies, 'store' | 'blobs' | 'clock'>,
  acceptance: RecordedAcceptance,
  { templateId, revision }: OwnTemplate,
): Promise<TemplateRevision> {
  const asOf = await keptAsOf(sources.store, acceptance);
  const template = await loadTemplateRevision(sources, templateId, revision, asOf);
  // It was there when the message was accepted, so a node that does not show it yet has answered.
  if (template === null)
    throw new EventStoreUnavailable(`revision ${revision} of template ${templateId} cannot be read yet`);
  return template;
}

/** Renders what a template has: its subject, and html and text where they are not null. */
async function rendered(
  { blobs, renderer }: Pick<BodyDependencies, 'blobs' | 'renderer'>,
  { metadata: { workspace } }: RecordedAcceptance,
  template: TemplateRevision,
  { variables }: OwnTemplate,
  standIn: string | null,
) {
  const own = variables === null ? null : await loadText(blobs, variables);
  const parts: RenderRequest['parts'][number][] = [
    { name: 'subject', source: template.subject, escape: false },
  ];
  if (template.html !== null) parts.push({ name: 'html', source: template.html, escape: true });
  if (template.text !== null) parts.push({ name: 'text', source: template.text, escape: false });
  // What the customer gives under that name comes before the service's own.
  const given = [{ [UNSUBSCRIBE_VARIABLE]: standIn }, template.defaults, variablesIn(own)];
  return renderer.render({ workspace, parts, variables: given }).catch(busyOutcome);
}

/** Most mails are sent as they came to all recipients: then no one needs their texts. */
function changingTexts(kept: KeptMessage, data: EmailAccepted, standIn: string | null) {
  const isRead = standIn !== null || data.recipients.some(({ sandbox }) => sandbox);
  const filled = (text: string | null) => text && withStandIn(text, standIn);
  const html = isRead || data.trackOpens || data.trackClicks ? filled(kept.html()) : null;
  return { html, text: standIn === null ? null : filled(kept.text()) };
}

/** Where the template's defaults are taken from: a campaign keeps those of its creation, as it keeps the revision. */
async function keptAsOf(store: EventStore, { data, position }: RecordedAcceptance): Promise<Position> {
  if (data.campaign === null) return position;
  const created = await recordedAt(store, campaign.stream(data.campaign.campaignId), 0);
  if (created === null)
    throw new EventStoreUnavailable(`campaign ${data.campaign.campaignId} cannot be read yet`);
  return created.position;
}

function variablesIn(json: string | null): Record<string, unknown> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>);
}

function busyOutcome(error: unknown) {
  if (error instanceof RendererBusy) return { outcome: 'busy', reason: error.message } as const;
  throw error;
}

function reasonOf(
  outcome: Exclude<RenderOutcome, { outcome: 'rendered' }> | ReturnType<typeof busyOutcome>,
): string {
  if (outcome.outcome === 'busy') return outcome.reason.slice(0, MAX_REASON_CHARS);
  const missing = outcome.outcome === 'failed' ? outcome.variable : null;
  const cause = missing === null ? outcome.reason : `the variable ${missing} is missing`;
  return `${outcome.part}: ${cause}`.slice(0, MAX_REASON_CHARS);
}

export function loadAttachments(blobs: Blobs, { attachments }: EmailAccepted): Promise<ComposedAttachment[]> {
  return Promise.all(
    attachments.map(async ({ content, ...attachment }) => ({
      ...attachment,
      content: await blobs.get(content),
    })),
  );
}

/** Bytes that a message takes in memory while it is composed and sent: a rough estimate, rather too high. */
export function messageBytes({ html, text, attachments, raw }: EmailAccepted): number {
  const lengthOf = (stored: StoredText | null) =>
    stored === null ? 0 : 'inline' in stored ? 3 * stored.inline.length : stored.blob.length;
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0);
  return 4 * (files + lengthOf(html) + lengthOf(text) + (raw?.bytes ?? 0)) + 16_384;
}
