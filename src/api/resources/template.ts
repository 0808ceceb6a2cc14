import { type Static, Type } from 'typebox';
import { type GivenText, givenText, loadText, storeText } from '../../commands/kernel/storedText.ts';
import type { TemplateFields } from '../../commands/template/template.ts';
import type { StoredText } from '../../events/schema.ts';
import { type RecordedTemplateEvent, template } from '../../events/template.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Stored } from '../../ports/documents.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import type { TemplatePart } from '../../ports/renderer.ts';
import type { TemplateDocument } from '../../projections/templates.ts';
import { Answer, freeForm, headerText, instantAnswer, ListAnswer, orNull, uuidField } from '../fields.ts';
import { rawJson } from '../jsonText.ts';
import { schemaReader } from '../reading/reader.ts';
import { Closed, sizedChecker } from '../validation.ts';

const friendlyName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-z0-9][a-z0-9_-]*$',
  mustBe: 'made of a-z, 0-9, - and _, and begin with a letter or digit',
  description: 'Unique in the workspace.',
  examples: ['welcome'],
});
const name = Type.String({ minLength: 1, maxLength: 200, examples: ['Welcome'] });
const subject = headerText({
  minLength: 1,
  maxLength: 998,
  description: 'Liquid.',
  examples: ['Hello {{ name }}'],
});
const body = (examples: string[]) => Type.String({ minLength: 1, description: 'Liquid.', examples });
const html = body(['<p>Hello {{ name }}</p>']);
const text = body(['Hello {{ name }}']);
const variables = freeForm({ description: 'Defaults of the variables.', examples: [{ name: 'there' }] });

/** Body of `POST /v1/templates` (spec section 2.7). */
export const NewTemplate = Closed({
  friendly_name: friendlyName,
  name,
  subject,
  html: Type.Optional(html),
  text: Type.Optional(text),
  variables: Type.Optional(variables),
});

/** Body of `PATCH /v1/templates/{id}`: absent fields stay, a null html or text is removed. */
export const TemplateChanges = Closed(
  {
    friendly_name: Type.Optional(friendlyName),
    name: Type.Optional(name),
    subject: Type.Optional(subject),
    html: Type.Optional(orNull(html)),
    text: Type.Optional(orNull(text)),
    variables: Type.Optional(variables),
  },
  { examples: [{ subject: 'Welcome, {{ name }}', html: null, text: 'Welcome, {{ name }}' }] },
);

const answered = {
  id: uuidField(),
  friendly_name: friendlyName,
  name,
  subject,
  html: orNull(html),
  text: orNull(text),
  variables,
  revision: Type.Integer({ minimum: 1, description: 'The current one.' }),
  created_at: instantAnswer(),
  updated_at: instantAnswer(),
};
const revision = Answer(
  'TemplateRevision',
  {
    revision: Type.Integer({ minimum: 1 }),
    subject,
    html: orNull(html),
    text: orNull(text),
    created_at: instantAnswer(),
  },
  'A body as it was written.',
);
export const TemplateAnswer = Answer('Template', answered, 'A template with its current body.');
export const TemplateWithRevisions = Answer(
  'TemplateWithRevisions',
  { ...answered, revisions: Type.Array(revision, { description: 'Ascending.' }) },
  'A template with every revision.',
);
export const TemplateList = ListAnswer(
  'TemplateList',
  TemplateAnswer,
  'Every template, most recently updated first.',
);

/** The given fields of a template; its variables as text. */
type Given = Omit<Static<typeof TemplateChanges>, 'variables'> & { readonly variables?: GivenText };

const withText = <Body extends { variables?: object }>({ variables, ...body }: Body) => ({
  ...body,
  ...(variables !== undefined && { variables: givenText(JSON.stringify(variables)) }),
});

export const readTemplate = schemaReader(
  NewTemplate,
  (body) => withText(body),
  sizedChecker(NewTemplate, 'variables'),
);
export const readTemplateChanges = schemaReader(
  TemplateChanges,
  (body) => withText(body),
  sizedChecker(TemplateChanges, 'variables'),
);

/** The Liquid among the given fields. */
export function templateParts({ subject, html, text }: Given): TemplatePart[] {
  const parts: TemplatePart[] = [];
  if (subject !== undefined) parts.push({ name: 'subject', source: subject, escape: false });
  if (html != null) parts.push({ name: 'html', source: html, escape: true });
  if (text != null) parts.push({ name: 'text', source: text, escape: false });
  return parts;
}

/** The given fields, with long texts in the blob store; absent fields stay absent. */
export async function storedFields(blobs: Blobs, given: Given): Promise<Partial<TemplateFields>> {
  const store = (text: string | null) => (text === null ? null : storeText(blobs, text));
  return {
    ...(given.friendly_name !== undefined && { friendlyName: given.friendly_name }),
    ...(given.name !== undefined && { name: given.name }),
    ...(given.subject !== undefined && { subject: given.subject }),
    ...(given.html !== undefined && { html: await store(given.html) }),
    ...(given.text !== undefined && { text: await store(given.text) }),
    ...(given.variables !== undefined && {
      variables: await storeText(blobs, given.variables),
    }),
  };
}

export async function templateAnswer(
  blobs: Blobs,
  { key, document }: Stored<TemplateDocument>,
): Promise<Static<typeof TemplateAnswer>> {
  return {
    id: key,
    friendly_name: document.friendlyName,
    name: document.name,
    subject: document.subject,
    html: await loaded(blobs, document.html),
    text: await loaded(blobs, document.text),
    variables: rawJson(await loadText(blobs, document.variables)),
    revision: document.revision,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

/** Texts in the blob store may be long, so each template is a page of its own in the answer. */
export async function* templateAnswers(
  blobs: Blobs,
  pages: AsyncIterable<readonly Stored<TemplateDocument>[]>,
): AsyncIterable<readonly Static<typeof TemplateAnswer>[]> {
  for await (const page of pages) for (const stored of page) yield [await templateAnswer(blobs, stored)];
}

/** Events in memory at a time: each may hold two texts of 64 KB. */
const EVENT_PAGE = 20;

/** Every revision of a template up to a position of the log, read page by page. */
export async function* revisionAnswers(
  store: EventStore,
  blobs: Blobs,
  { key, position: upTo }: Stored<TemplateDocument>,
): AsyncIterable<readonly Static<typeof revision>[]> {
  for (let fromRevision = 0; ; fromRevision += EVENT_PAGE) {
    const options = { fromRevision, limit: EVENT_PAGE };
    const page = (await store.readStream(template.stream(key), options)) as RecordedTemplateEvent[];
    for (const { type, data, metadata, position } of page) {
      if (position > upTo || (type !== 'TemplateCreated' && type !== 'TemplateRevised')) continue;
      const html = await loaded(blobs, data.html);
      const text = await loaded(blobs, data.text);
      yield [{ revision: data.revision, subject: data.subject, html, text, created_at: metadata.at }];
    }
    const last = page.at(-1);
    if (last === undefined || page.length < EVENT_PAGE || last.position >= upTo) return;
  }
}

async function loaded(blobs: Blobs, text: StoredText | null): Promise<string | null> {
  return text === null ? null : loadText(blobs, text);
}
