import type { RecordedCampaignEvent } from '../events/campaign.ts';
import { streamId } from '../events/category.ts';
import type { RecordedContactEvent } from '../events/contact.ts';
import type { RecordedEmailEvent } from '../events/email.ts';
import type { RecordedSmsEvent } from '../events/sms.ts';
import type { RecordedTemplateEvent } from '../events/template.ts';
import { projection } from '../follow/fold/projection.ts';
import { type Collection, type Findable, foldedText } from '../ports/documents.ts';
import { addressesOf, type MessageEvent, placeIn, tagsOf } from './messageDocuments.ts';

/** What is found by parts, each in the read model of its name. */
export type Searched = 'messages' | 'contacts' | 'templates' | 'campaigns';

type Event =
  | Extract<RecordedEmailEvent, { type: 'EmailAccepted' | 'Submitted' }>
  | Extract<RecordedSmsEvent, { type: 'SmsAccepted' | 'SmsReceived' }>
  | RecordedContactEvent
  | RecordedTemplateEvent
  | Extract<RecordedCampaignEvent, { type: 'CampaignCreated' }>;

/**
 * The texts by whose parts messages, contacts, templates and campaigns are found. Keyed by their ids; `{message id}/{delivery id}`
 * has the subject that a recipient of a template's mail was sent, since a text that changes costs its index much.
 */
export const searchTexts = projection<Findable, Event>({
  name: 'search_texts',
  version: 1,
  readsParts: true,
  indexes: {},
  hasParts: true,
  key({ type, data, stream }) {
    if (type !== 'Submitted') return streamId(stream);
    return data.subject === undefined ? null : `${streamId(stream)}/${data.deliveryId}`;
  },
  on: {
    EmailAccepted: (document, event) => document ?? ofEmail(event),
    Submitted: (document, { data: { subject = '' }, metadata }) =>
      document ?? found(metadata, 'messages', { subject: [subject] }),
    SmsAccepted: (document, event) => document ?? ofSms(event),
    SmsReceived: (document, event) => document ?? ofSms(event),
    ContactSaved: (document, { data: { email, firstName, lastName, phone, tags }, metadata }) =>
      changed(document, metadata, 'contacts', { email, firstName, lastName, phone, tags }),
    TemplateCreated: (document, { data: { friendlyName, name, subject }, metadata }) =>
      changed(document, metadata, 'templates', { friendlyName, name, subject }),
    TemplateRevised: (document, { data: { subject }, metadata }) =>
      document && changed(document, metadata, 'templates', { subject }),
    TemplateChanged: (document, { data: { friendlyName, name }, metadata }) =>
      document && changed(document, metadata, 'templates', { friendlyName, name }),
    TemplateDeleted: () => null,
    CampaignCreated: (document, { data: { name }, metadata }) =>
      document ?? found(metadata, 'campaigns', { name: [name] }),
  },
});

type Metadata = Pick<Event['metadata'], 'workspace'>;

function ofEmail({ data, metadata }: Extract<Event, { type: 'EmailAccepted' }>): Findable {
  const { from, to, cc, bcc, subject, template, tags } = data;
  const named = [...to, ...cc, ...bcc].map(foldedText);
  const unnamed = addressesOf(data).filter((address) => !named.some((one) => one.includes(address)));
  const sent = template === null ? [subject] : [];
  return found(metadata, 'messages', { to: [...named, ...unnamed], from: [from], subject: sent, tags });
}

function ofSms({ type, data, metadata }: Extract<MessageEvent, { type: 'SmsAccepted' | 'SmsReceived' }>) {
  const tags = type === 'SmsAccepted' ? tagsOf(data) : [];
  return found(metadata, 'messages', { to: [data.to], from: [data.from], tags });
}

/** A line for each value. */
const linesOf = (values: readonly string[]) => values.map(foldedText).join('\n');

function found(
  { workspace }: Metadata,
  kind: Searched,
  texts: Readonly<Record<string, readonly string[]>>,
): Findable {
  const said = Object.entries(texts).filter(([, values]) => values.length > 0);
  return {
    place: placeIn(workspace, kind),
    texts: Object.fromEntries(said.map(([name, values]) => [name, linesOf(values)])),
  };
}

/** What is absent stays as it was; null goes. */
function changed(
  document: Findable | null,
  metadata: Metadata,
  kind: Searched,
  changes: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): Findable {
  const before = document ?? found(metadata, kind, {});
  const texts = { ...before.texts };
  for (const [name, value] of Object.entries(changes))
    if (value === null) delete texts[name];
    else if (value !== undefined) texts[name] = linesOf([value].flat());
  return document !== null && JSON.stringify(texts) === JSON.stringify(before.texts)
    ? document
    : { ...before, texts };
}

export type PartCollection = Pick<Collection<Findable>, 'byPart'>;

/** What has a part: ids of a kind, about the newest first. */
export interface FoundIds {
  readonly ids: readonly string[];
  /** Place after which the next page starts; null at the end. There may be more even when fewer than `limit` were found. */
  readonly next: string | null;
}

/**
 * A page of what is found in a workspace by a part of its texts, of which none is looked for that is shorter than `SHORTEST_PART`.
 * @param part as a person has typed it
 */
export async function idsByPart(
  collection: PartCollection,
  kind: Searched,
  { workspace, part }: { readonly workspace: string; readonly part: string },
  { limit, after = null }: { readonly limit: number; readonly after?: string | null },
): Promise<FoundIds> {
  const query = { place: placeIn(workspace, kind), part: foldedText(part), limit };
  const page = await collection.byPart?.({ ...query, ...(after !== null && { after }) });
  const ids = page?.keys.map((key) => key.split('/')[0] ?? key) ?? [];
  return { ids: [...new Set(ids)], next: page?.next ?? null };
}
