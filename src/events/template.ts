import { Type } from 'typebox';
import { category, type EventOf, event, type RecordedOf } from './category.ts';
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
  TemplateCreated: event('The template exists, with revision 1 of its body.', {
    friendlyName: open(SET_BY_CUSTOMER, Type.String()),
    name: open(SET_BY_CUSTOMER, Type.String()),
    /** JSON object of defaults. */
    variables: contents(StoredText),
    ...RevisionBody,
  }),
  TemplateRevised: event('The body (subject, html or text) changed: a new revision.', RevisionBody),
  TemplateChanged: event('Names or default variables changed; the revision stays.', {
    friendlyName: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
    name: Type.Optional(open(SET_BY_CUSTOMER, Type.String())),
    variables: Type.Optional(contents(StoredText)),
  }),
  TemplateDeleted: event('The template is gone for new sends; accepted messages keep their revision.', {}),
});
export type TemplateEvent = EventOf<typeof template>;
export type RecordedTemplateEvent = RecordedOf<typeof template>;

/** `templatename-{uuid5(workspace, friendly name)}`: who holds a friendly name. One stream for each name makes it unique. */
export const templateName = category('templatename', {
  TemplateNameClaimed: event('The friendly name belongs to this template.', {
    friendlyName: open(SET_BY_CUSTOMER, Type.String()),
    templateId: Uuid,
  }),
  TemplateNameReleased: event('The friendly name is free again.', {
    friendlyName: open(SET_BY_CUSTOMER, Type.String()),
    templateId: Uuid,
  }),
});
export type TemplateNameEvent = EventOf<typeof templateName>;

export function templateNameIdOf(workspaceId: string, friendlyName: string): string {
  return uuid5('templatename', workspaceId, friendlyName);
}
