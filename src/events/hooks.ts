import { Type } from 'typebox';
import { category, type EventOf, event } from './category.ts';
import { nullable, oneOf, open, SET_BY_OPERATOR, Uuid } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** The mail services whose reports are supported; each is a route of `/hooks/`. */
export const HOOK_ROUTES = ['ses', 'kumomta', 'postal'] as const;
export type HookRoute = (typeof HOOK_ROUTES)[number];

/** `hooks-addresses`: the addresses where mail services report. One stream, since there are few of them. */
export const hooks = category('hooks', {
  HookAddressCreated: event(
    'Another address for the reports of a mail service was created; its token is not stored.',
    {
      hookId: Uuid,
      route: oneOf('ses', 'kumomta', 'postal'),
      name: nullable(open(SET_BY_OPERATOR, Type.String())),
    },
  ),
  HookAccountFixed: event(
    'The first topic of Amazon SNS subscribed to the address: only topics of its account may report there.',
    { hookId: Uuid, account: open('an account of a mail service', Type.String()) },
  ),
  HookAddressRevoked: event(
    'The address takes no reports from now on, and answers like an address that never existed.',
    { hookId: Uuid },
  ),
});
export type HookEvent = EventOf<typeof hooks>;

export const HOOKS_STREAM = hooks.stream('addresses');

/** The id of the address that each route has from the start, without an event. */
export function firstHookIdOf(route: HookRoute): string {
  return uuid5('hook', route);
}
