import { type SenderKey, type WorkspaceEvent, workspace } from '../../events/workspace.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { Decider } from '../kernel/decider.ts';
import {
  EMPTY_MAP,
  entriesOf,
  entryIn,
  type ImmutableMap,
  withEntry,
  withoutEntry,
} from '../kernel/immutableMap.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';
import { changeWorkspace } from './changeWorkspace.ts';
import { domainAndParents } from './senderDomainName.ts';

/** A key of a domain, and whether DNS had its record at the last check. */
export type DomainKey = SenderKey & { readonly isPublished: boolean };

export interface SenderDomain {
  readonly domain: string;
  /** The oldest first. */
  readonly keys: readonly DomainKey[];
}

export type SenderDomainCommand =
  | { readonly do: 'add' | 'rotate'; readonly domain: string; readonly keys: readonly SenderKey[] }
  | { readonly do: 'check'; readonly domain: string; readonly published: readonly string[] }
  | { readonly do: 'remove'; readonly domain: string };

/** Seals the private keys of all domains again where `renew` gives one under another seal. */
interface Reseal {
  readonly do: 'reseal';
  readonly renew: (domain: string, key: SenderKey) => string | null;
}

interface SenderDomainsState {
  readonly open: boolean;
  readonly domains: ImmutableMap<SenderDomain>;
}

const MAX_DOMAINS = 1_000;
const MAX_KEYS = 20;
/** One of each algorithm. */
const KEYS_AT_ONCE = 2;

const senderDomainsDecider: Decider<SenderDomainsState, SenderDomainCommand | Reseal, WorkspaceEvent> = {
  initial: { open: false, domains: EMPTY_MAP },
  evolve: (state, event) => {
    const withKeys = (domain: string, keys: readonly DomainKey[]) => ({
      ...state,
      domains: withEntry(state.domains, domain, { domain, keys }),
    });
    switch (event.type) {
      case 'WorkspaceOpened':
        return { ...state, open: true };
      case 'SenderDomainAdded':
        return withKeys(event.data.domain, unpublished(event.data.keys ?? []));
      case 'SenderDomainKeysAdded': {
        const { domain, keys } = event.data;
        // Of the earlier keys only those in DNS are useful: they sign until the new ones do.
        const before = entryIn(state.domains, domain)?.keys.filter(({ isPublished }) => isPublished) ?? [];
        return withKeys(domain, [...before, ...unpublished(keys)]);
      }
      case 'SenderDomainKeysResealed': {
        const { domain, keys } = event.data;
        const seals = new Map(keys.map((key) => [key.selector, key]));
        const before = entryIn(state.domains, domain)?.keys ?? [];
        return withKeys(
          domain,
          before.map((key) => ({ ...key, ...seals.get(key.selector) })),
        );
      }
      case 'SenderDomainChecked': {
        const { domain, published } = event.data;
        const found = entryIn(state.domains, domain);
        if (found === undefined) return state;
        const keys = found.keys.map((key) => ({ ...key, isPublished: published.includes(key.selector) }));
        return withKeys(
          domain,
          keys.filter((key, at) => key.isPublished || !isReplaced(key, keys.slice(at + 1))),
        );
      }
      case 'SenderDomainRemoved':
        return { ...state, domains: withoutEntry(state.domains, event.data.domain) };
      case 'ApiKeyCreated':
      case 'ApiKeyRevoked':
      case 'SendingPaceSet':
      case 'WorkspaceSuspended':
      case 'WorkspaceResumed':
      case 'CreditsGranted':
      case 'SmsTemplateApproved':
      case 'SmsTemplateWithdrawn':
      case 'SmsNumberAssigned':
      case 'SmsNumberReleased':
        return state;
    }
  },
  decide: (command, { open, domains }) => {
    if (!open) throw notFound('There is no such workspace.');
    if (command.do === 'reseal') return resealed(domains, command);
    const { domain } = command;
    const found = entryIn(domains, domain);
    if (command.do === 'add') {
      if (found !== undefined) return [];
      if (domains.size >= MAX_DOMAINS) throw invalid('/domain', `a workspace has at most ${MAX_DOMAINS}`);
      return [{ type: 'SenderDomainAdded', data: { domain, keys: [...command.keys] } }];
    }
    if (found === undefined) throw notFound(`${domain} is no sender domain of the workspace.`);
    switch (command.do) {
      case 'rotate':
        if (!found.keys.slice(-KEYS_AT_ONCE).some(({ isPublished }) => isPublished))
          throw invalid('/domain', 'has new keys that are not in DNS yet; publish and check these first');
        if (found.keys.length >= MAX_KEYS)
          throw invalid('/domain', 'has many keys; take the records of older ones out of DNS, and check');
        return [{ type: 'SenderDomainKeysAdded', data: { domain, keys: [...command.keys] } }];
      case 'check': {
        const known = found.keys.filter(({ selector }) => command.published.includes(selector));
        const isNew = found.keys.some((key) => key.isPublished !== known.includes(key));
        const published = known.map(({ selector }) => selector);
        return isNew ? [{ type: 'SenderDomainChecked', data: { domain, published } }] : [];
      }
      case 'remove':
        return [{ type: 'SenderDomainRemoved', data: { domain } }];
    }
  },
};

function resealed(domains: ImmutableMap<SenderDomain>, { renew }: Reseal): readonly WorkspaceEvent[] {
  return entriesOf(domains).flatMap(([domain, { keys }]) => {
    const renewed = keys.flatMap((key) => {
      const sealedPrivateKey = renew(domain, key);
      return sealedPrivateKey === null ? [] : [{ selector: key.selector, sealedPrivateKey }];
    });
    return renewed.length === 0
      ? []
      : [{ type: 'SenderDomainKeysResealed' as const, data: { domain, keys: renewed } }];
  });
}

/** Whether a newer key signs instead of it. */
const isReplaced = ({ algorithm }: DomainKey, newer: readonly DomainKey[]) =>
  newer.some((key) => key.isPublished && key.algorithm === algorithm);

const unpublished = (keys: readonly SenderKey[]): DomainKey[] =>
  keys.map((key) => ({ ...key, isPublished: false }));

/** @throws Refusal `notFound` without such a workspace or domain, `invalid` when keys may not be added */
export const decideSenderDomain = (ledger: Ledger, origin: Origin, command: SenderDomainCommand | Reseal) =>
  changeWorkspace(ledger, origin, senderDomainsDecider, command);

/** A workspace's domains by the log, in the order in which they were added. */
export async function senderDomainsOf(
  { store }: Pick<Ledger, 'store'>,
  workspaceId: string,
): Promise<readonly SenderDomain[]> {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), senderDomainsDecider);
  return entriesOf(state.domains).map(([, domain]) => domain);
}

/**
 * The workspace's verified domain for this one: the domain itself, or its nearest verified parent. Null when there is
 * none. A domain is verified while DNS has one of its keys, since only its owner can publish it there.
 */
export async function verifiedDomainFor(
  { store }: Pick<Ledger, 'store'>,
  workspaceId: string,
  domain: string,
): Promise<SenderDomain | null> {
  const { state } = await foldedStream(store, workspace.stream(workspaceId), senderDomainsDecider);
  if (state.domains.size === 0) return null;
  for (const name of domainAndParents(domain)) {
    const found = entryIn(state.domains, name);
    if (found?.keys.some(({ isPublished }) => isPublished)) return found;
  }
  return null;
}

/** The keys that sign: the newest of each algorithm that DNS has. */
export function signingKeysOf({ keys }: SenderDomain): readonly DomainKey[] {
  const newest = new Map(keys.filter(({ isPublished }) => isPublished).map((key) => [key.algorithm, key]));
  return [...newest.values()];
}
