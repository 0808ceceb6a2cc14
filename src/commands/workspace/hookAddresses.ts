import {
  firstHookIdOf,
  HOOK_ROUTES,
  HOOKS_STREAM,
  type HookEvent,
  type HookRoute,
} from '../../events/hooks.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';

/** An address where a mail service sends its reports. */
export interface HookAddress {
  readonly hookId: string;
  readonly route: HookRoute;
  /** Null for the first address of a route. */
  readonly name: string | null;
  readonly isRevoked: boolean;
  /** The Amazon account whose topics may report here; null before the first was confirmed, and for other routes. */
  readonly account: string | null;
}

export type HookAddressCommand =
  | {
      readonly do: 'create';
      readonly hookId: string;
      readonly route: HookRoute;
      readonly name: string | null;
    }
  | { readonly do: 'revoke'; readonly hookId: string }
  | { readonly do: 'fix account'; readonly hookId: string; readonly account: string };

type State = ReadonlyMap<string, HookAddress>;

const MAX_ADDRESSES = 100;
const NAME_MAX = 100;

/** Each route has one address from the start, without an event: they are older than these events. */
const INITIAL: State = new Map(
  HOOK_ROUTES.map((route) => {
    const hookId = firstHookIdOf(route);
    return [hookId, { hookId, route, name: null, isRevoked: false, account: null }];
  }),
);

/** Revoking twice changes nothing, nor does a second account. */
export const hookAddressesDecider: Decider<State, HookAddressCommand, HookEvent> = {
  initial: INITIAL,
  evolve: (state, { type, data }) => {
    const { hookId } = data;
    if (type === 'HookAddressCreated')
      return new Map(state).set(hookId, { ...data, isRevoked: false, account: null });
    const found = state.get(hookId);
    if (found === undefined) return state;
    const change = type === 'HookAddressRevoked' ? { isRevoked: true } : { account: data.account };
    return new Map(state).set(hookId, { ...found, ...change });
  },
  decide: (command, state) => {
    const { hookId } = command;
    if (command.do !== 'create') {
      const found = state.get(hookId);
      if (found === undefined) throw notFound('There is no such hook address.');
      if (command.do === 'fix account') {
        const { account } = command;
        return found.account === null ? [{ type: 'HookAccountFixed', data: { hookId, account } }] : [];
      }
      return found.isRevoked ? [] : [{ type: 'HookAddressRevoked', data: { hookId } }];
    }
    const { route, name } = command;
    if (name !== null && (name === '' || [...name].length > NAME_MAX))
      throw invalid('/name', `must have 1 to ${NAME_MAX} characters`);
    if ([...state.values()].filter(({ isRevoked }) => !isRevoked).length >= MAX_ADDRESSES)
      throw invalid('/route', `has no room for more: ${MAX_ADDRESSES} addresses are in use; revoke some`);
    return [{ type: 'HookAddressCreated', data: { hookId, route, name } }];
  },
};

/** @throws Refusal `notFound` when there is no such address, `invalid` when there are too many */
export async function decideHookAddress(
  ledger: Ledger,
  origin: Origin,
  command: HookAddressCommand,
): Promise<void> {
  await handle(ledger, origin, HOOKS_STREAM, hookAddressesDecider, command);
}

/** All addresses by the log, also revoked ones, in the order of creation. */
export async function hookAddresses({ store }: Pick<Ledger, 'store'>): Promise<readonly HookAddress[]> {
  return [...(await foldedStream(store, HOOKS_STREAM, hookAddressesDecider)).state.values()];
}

/**
 * Whether the address accepts reports now.
 * @throws EventStoreUnavailable
 */
export async function isHookAddressOpen({ store }: Pick<Ledger, 'store'>, hookId: string): Promise<boolean> {
  const { state } = await foldedStream(store, HOOKS_STREAM, hookAddressesDecider);
  return state.get(hookId)?.isRevoked === false;
}

/** The Amazon account that an address belongs to; null: to none yet. @throws EventStoreUnavailable */
export async function hookAccount({ store }: Pick<Ledger, 'store'>, hookId: string): Promise<string | null> {
  const { state } = await foldedStream(store, HOOKS_STREAM, hookAddressesDecider);
  return state.get(hookId)?.account ?? null;
}

/**
 * Gives an address to an Amazon account unless it belongs to one; resolves with the account that it belongs to.
 * @throws EventStoreUnavailable
 */
export async function firstHookAccount(ledger: Ledger, hookId: string, account: string): Promise<string> {
  const known = await hookAccount(ledger, hookId);
  if (known !== null) return known;
  const command = { do: 'fix account', hookId, account } as const;
  // An address serves every workspace.
  const origin = { workspace: '', actor: 'intake', correlation: ledger.ids.uuid(), causation: null };
  const { state } = await handle(ledger, origin, HOOKS_STREAM, hookAddressesDecider, command);
  return state.get(hookId)?.account ?? account;
}
