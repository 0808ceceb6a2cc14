import { type Static, Type } from 'typebox';
import { category, type EventOf, event } from './category.ts';
import { nullable, people, Uuid } from './schema.ts';

/** Links of mails that lead through the service. Both null: all of the workspace. */
const Links = {
  /** Those of one message. */
  emailId: nullable(Uuid),
  /** Those to addresses that begin with this one. */
  url: nullable(people('whom the link is about', Type.String())),
};
export type Links = Static<ReturnType<typeof Type.Object<typeof Links>>>;

/** `links-{workspace}`: links of mails that lead nowhere any more. */
export const links = category('links', {
  LinksRevoked: event('The links lead to a page that says so, and not to their targets any more.', {
    ...Links,
    reason: people('whom the operator names', Type.String()),
  }),
  LinksRestored: event('The links that were revoked lead to their targets again.', Links),
});
export type LinksEvent = EventOf<typeof links>;
