import { Type } from 'typebox';
import { category, type EventOf } from './category.ts';
import { nullable, Uuid } from './schema.ts';
import { uuid5 } from './uuid5.ts';

/** The mail services whose reports are understood; each is a route of `/hooks/`. */
export const HOOK_ROUTES = ['ses', 'kumomta', 'postal'] as const;
export type HookRoute = (typeof HOOK_ROUTES)[number];

/** `hooks-addresses`: the addresses at which mail services report; one stream, since there are few of them. */
export const hooks = category('hooks', {
  HookAddressCreated: {
    v: 1,
    meaning: 'A further address for the reports of a mail service was given out; its token is not kept.',
    schema: Type.Object({
      hookId: Uuid,
      route: Type.Union([Type.Literal('ses'), Type.Literal('kumomta'), Type.Literal('postal')]),
      name: nullable(Type.String()),
    }),
  },
  HookAddressRevoked: {
    v: 1,
    meaning: 'The address takes no report from now on, and answers like one that was never given out.',
    schema: Type.Object({ hookId: Uuid }),
  },
});
export type HookEvent = EventOf<typeof hooks>;

export const HOOKS_STREAM = hooks.stream('addresses');

/** The id of the address that each route has from the beginning, without an event. */
export function firstHookIdOf(route: HookRoute): string {
  return uuid5('hook', route);
}
