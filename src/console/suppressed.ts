import { html } from 'hono/html';
import { streamId } from '../events/category.ts';
import { email, type RecordedAcceptance } from '../events/email.ts';
import { suppressionIdOf } from '../events/suppression.ts';
import { type SuppressionDocument, suppressedAmong } from '../projections/suppressions.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { actForm, choice, factsOf, field, foreign, timeOf } from './elements.ts';
import { addressLink, eventLink, idOf, pathIn } from './links.ts';
import { type Html, may, NOTHING, type WorkspaceVisit } from './page.ts';

/** Addresses whose suppression is told on the page of a message; of more the page of the address tells it. */
const TOLD = 20;

/** Why an address is suppressed, since when and by which event. */
export function suppressionAt(
  { workspace, session }: WorkspaceVisit,
  { reason, detail, suppressedAt, by }: SuppressionDocument,
): Html {
  const id = streamId(by.stream);
  const isMail = by.stream === email.stream(id);
  return html`<p class="bad">The address is suppressed: nothing is sent to it.</p>${factsOf({
    Why: reason,
    Detail: detail,
    Since: timeOf(suppressedAt),
    Message: isMail
      ? html`<a href="${pathIn(workspace, `messages/${id}`)}">the message that it followed from</a> ${idOf(id, 'the message')}`
      : null,
    Event: may(session, 'log') ? eventLink(workspace, by, `${by.stream}, ${by.revision}`) : null,
  })}`;
}

/** @param fieldId of the only field, where a page has several such forms */
export function suppressionForm(
  visit: WorkspaceVisit,
  address: string,
  isSuppressed: boolean,
  fieldId?: string,
): Html {
  if (!may(visit.session, 'suppress')) return NOTHING;
  const [act, label] = isSuppressed ? ['lift', 'Send to it again'] : ['suppress', 'Suppress it'];
  const path = pathIn(visit.workspace, `addresses/${act}`);
  return actForm(visit, path, label, { address }, reasonField(fieldId));
}

const reasonField = (id?: string): Html =>
  field('Reason, for the readers of the log', 'reason', html`required maxlength="500"`, id);

/** Suppresses a recipient of a message who is not suppressed. */
export async function suppressForm(
  { models }: ConsoleDependencies,
  visit: WorkspaceVisit,
  { data: { recipients } }: RecordedAcceptance,
): Promise<Html> {
  if (!may(visit.session, 'suppress')) return NOTHING;
  const ids = recipients.map(({ suppressionId }) => suppressionId);
  const suppressed = await suppressedAmong(models.suppressions, ids);
  const open = recipients.flatMap((one) => (suppressed.has(one.suppressionId) ? [] : one.address));
  const [only, another] = open;
  if (only === undefined) return NOTHING;
  const act = pathIn(visit.workspace, 'addresses/suppress');
  if (another === undefined) return actForm(visit, act, `Suppress ${only}`, { address: only }, reasonField());
  const names = Object.fromEntries(open.map((address) => [address, address]));
  const which = choice('Recipient', 'address', names, only);
  return actForm(visit, act, 'Suppress', {}, html`${which}${reasonField()}`);
}

/** Whom a message was not sent to because they were suppressed when it was accepted, and what is so now, with the lift. */
export async function suppressedAtAcceptance(
  { models, ledger }: Pick<ConsoleDependencies, 'models' | 'ledger'>,
  visit: WorkspaceVisit,
  { data: { suppressedRecipients, recipients }, metadata }: RecordedAcceptance,
): Promise<Html> {
  if (suppressedRecipients.length === 0) return NOTHING;
  const told = suppressedRecipients.slice(0, TOLD);
  const ids = told.map((address) => suppressionIdOf(ledger.ids, visit.workspace.id, address));
  const now = await models.suppressions.getMany(ids);
  const more = suppressedRecipients.length - told.length;
  const entry = (address: string, at: number): Html => {
    const document = now.get(ids[at] ?? '')?.document;
    if (document === undefined)
      return html`<h3>${foreign(address)}</h3><p>It was suppressed when the message was accepted, and is sent to again by now: ${addressLink(visit.workspace, address)}.</p>`;
    const isLater = document.suppressedAt > metadata.at;
    return html`<h3>${addressLink(visit.workspace, address)}</h3>
${isLater && html`<p class="quiet">It was suppressed when the message was accepted, was lifted, and is suppressed again.</p>`}
${suppressionAt(visit, document)}${suppressionForm(visit, address, true, `reason-${at}`)}`;
  };
  return html`<h2>Suppressed when it was accepted</h2>
<p class="warn">${recipients.length === 0 ? 'It was accepted for 0 recipients: nothing was sent.' : `It was not sent to ${suppressedRecipients.length} of its recipients.`}</p>
${told.map(entry)}
${more > 0 && html`<p class="quiet">${more} more are named above.</p>`}`;
}
