import { Type } from 'typebox';
import { category, type EventOf, type RecordedOf } from './category.ts';
import { contents, nullable, open, SET_BY_CUSTOMER, StoredText, Uuid } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** The body of a revision. */
const RevisionBody = {
  revision: Type.Integer({ minimum: 1 }),
  subject: contents(Type.String()),
  html: nullable(contents(StoredText)),
  text: nullable(contents(StoredText)),
};

/** `template-{id}`: a Liquid template with its revisions. */
export const template = category('template', {
  TemplateCreated: {
    v: 1,
    meaning: 'The template exists, with revision 1 of its body.',
    schema: Type.Object({
      friendlyName: open(SET_BY_CUSTOMER, Type.String()),
      name: open(SET_BY_CUSTOMER, Type.String()),
      /** JSON object of defaults. */
      variables: contents(StoredText),
      ...RevisionBody,
    }),
  },
  TemplateRevised: {
    v: 1,
    meaning: 'The body (subject, html or text) changed: a new revision.',
    schema: Type.Object(RevisionBody),
  },
  TemplateChanged: {
    v: 1,
    meaning: 'Names or default variables changed; the revision stays.',
    schema: Type.Object({
      friendlyName: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
      name: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
      variables: Type.Optional(contents(StoredText)),
    }),
  },
  TemplateDeleted: {
    v: 1,
    meaning: 'The template is gone for new sends; accepted messages keep their revision.',
    schema: Type.Object({}),
  },
});
export type TemplateEvent = EventOf<typeof template>;
export type RecordedTemplateEvent = RecordedOf<typeof template>;

/** `templatename-{uuid5(workspace, friendly name)}`: who holds a friendly name. One stream for each name makes it unique. */
export const templateName = category('templatename', {
  TemplateNameClaimed: {
    v: 1,
    meaning: 'The friendly name belongs to this template.',
    schema: Type.Object({ friendlyName: open(SET_BY_CUSTOMER, Type.String()), templateId: Uuid }),
  },
  TemplateNameReleased: {
    v: 1,
    meaning: 'The friendly name is free again.',
    schema: Type.Object({ friendlyName: open(SET_BY_CUSTOMER, Type.String()), templateId: Uuid }),
  },
});
export type TemplateNameEvent = EventOf<typeof templateName>;

export function templateNameIdOf(workspaceId: string, friendlyName: string): string {
  return uuid5('templatename', workspaceId, friendlyName);
}
