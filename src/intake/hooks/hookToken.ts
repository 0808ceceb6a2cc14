import type { HookAddress } from '../../commands/workspace/hookAddresses.ts';
import { firstHookIdOf, HOOK_ROUTES, type HookRoute } from '../../events/hooks.ts';
import type { Tokens } from '../../ports/tokens.ts';

/** The content of an address that the service signed. Whether it was revoked since is in the log. */
export type NamedHook = Pick<HookAddress, 'hookId' | 'route'>;

/** The secret part of an address; it depends on the master key only. */
export function hookToken(tokens: Tokens, { hookId, route }: NamedHook): string {
  return Buffer.from(tokens.sign('hook', Buffer.from(payloadOf({ hookId, route })))).toString('base64url');
}

/** The hook of an address; null unless its token was made for this route. */
export function hookOf(tokens: Tokens, route: string, token: string): NamedHook | null {
  const known = HOOK_ROUTES.find((one) => one === route);
  const bytes = Buffer.from(token, 'base64url');
  // Base64 decoding is lenient: only one spelling of the bytes is valid.
  if (known === undefined || bytes.toString('base64url') !== token) return null;
  const opened = tokens.open('hook', bytes);
  if (opened === null) return null;
  const payload = Buffer.from(opened).toString();
  const hookId = payload === known ? firstHookIdOf(known) : payload.slice(known.length + 1);
  return payload === payloadOf({ hookId, route: known }) ? { hookId, route: known } : null;
}

/** The first address of a route signs only the route, as in releases without further addresses. */
function payloadOf({ hookId, route }: { hookId: string; route: HookRoute }): string {
  return hookId === firstHookIdOf(route) ? route : `${route} ${hookId}`;
}
