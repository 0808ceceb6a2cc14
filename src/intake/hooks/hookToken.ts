import type { HookAddress } from '../../commands/workspace/hookAddresses.ts';
import { firstHookIdOf, HOOK_ROUTES, type HookRoute } from '../../events/hooks.ts';
import type { Tokens } from '../../ports/tokens.ts';

/** What an address says of itself: the service signed it. Whether it was revoked since, the log says. */
export type NamedHook = Pick<HookAddress, 'hookId' | 'route'>;

/** The secret part of an address, the same as long as the master key is. */
export function hookToken(tokens: Tokens, { hookId, route }: NamedHook): string {
  return Buffer.from(tokens.sign('hook', Buffer.from(payloadOf({ hookId, route })))).toString('base64url');
}

/** The hook that an address names, null unless its token is one that was made for this route. */
export function hookOf(tokens: Tokens, route: string, token: string): NamedHook | null {
  const known = HOOK_ROUTES.find((one) => one === route);
  const bytes = Buffer.from(token, 'base64url');
  // Base64 decoding is lenient: only the one spelling of the bytes counts.
  if (known === undefined || bytes.toString('base64url') !== token) return null;
  const opened = tokens.open('hook', bytes);
  if (opened === null) return null;
  const payload = Buffer.from(opened).toString();
  const hookId = payload === known ? firstHookIdOf(known) : payload.slice(known.length + 1);
  return payload === payloadOf({ hookId, route: known }) ? { hookId, route: known } : null;
}

/** The first address of a route is signed by its route alone, as all were before there could be others. */
function payloadOf({ hookId, route }: { hookId: string; route: HookRoute }): string {
  return hookId === firstHookIdOf(route) ? route : `${route} ${hookId}`;
}
