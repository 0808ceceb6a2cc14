import { email } from '../../events/email.ts';
import { type Links, type LinksEvent, links } from '../../events/links.ts';
import { foldedStream } from '../../follow/fold/foldedStream.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { type Decider, handle } from '../kernel/decider.ts';
import type { Ledger, Origin } from '../kernel/ledger.ts';
import { invalid, notFound } from '../kernel/refusal.ts';

type RevokedLinks = Links & { readonly reason: string };

export type LinksCommand =
  | ({ readonly do: 'revoke'; readonly reason: string } & Links)
  | ({ readonly do: 'restore' } & Links);

/** Each is compared with the target of each click. */
const MAX_REVOCATIONS = 1_000;
const REASON_MAX = 500;

const isSame = (one: Links, other: Links) => one.emailId === other.emailId && one.url === other.url;

/** Decides over `links-{workspace}`. Revoking links again changes the reason; restoring them twice changes nothing. */
const revokedLinksDecider: Decider<readonly RevokedLinks[], LinksCommand, LinksEvent> = {
  initial: [],
  evolve: (revoked, { type, data }) => {
    const others = revoked.filter((one) => !isSame(one, data));
    return type === 'LinksRevoked' ? [...others, data] : others;
  },
  decide: ({ do: wish, ...command }, revoked) => {
    const before = revoked.find((one) => isSame(one, command));
    const of = { emailId: command.emailId, url: command.url };
    if (wish === 'restore') {
      if (before === undefined) throw notFound('These links were not revoked.');
      return [{ type: 'LinksRestored', data: of }];
    }
    const { reason } = command as RevokedLinks;
    if (!/^\P{Cc}+$/u.test(reason) || [...reason].length > REASON_MAX)
      throw invalid('/reason', `must be one line of 1 to ${REASON_MAX} characters`);
    if (before?.reason === reason) return [];
    if (before === undefined && revoked.length >= MAX_REVOCATIONS)
      throw invalid('', `at most ${MAX_REVOCATIONS} revocations; restore some, or revoke all links`);
    return [{ type: 'LinksRevoked', data: { ...of, reason } }];
  },
};

/**
 * Revokes or restores links of the origin's workspace.
 * @throws Refusal `notFound` for a message that is not the workspace's, or links that were not revoked; `invalid` for a url or
 * a reason
 */
export async function decideLinks(ledger: Ledger, origin: Origin, command: LinksCommand): Promise<void> {
  const { emailId, url } = command;
  if (emailId !== null && (await workspaceOf(ledger.store, emailId)) !== origin.workspace)
    throw notFound(`The workspace has no email ${emailId}.`);
  if (url !== null && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw invalid('/url', 'must be a web address that begins with http:// or https://');
  const normal = { ...command, url: url && new URL(url).href };
  await handle(ledger, origin, links.stream(origin.workspace), revokedLinksDecider, normal);
}

/** What is revoked of a workspace, in order. @throws EventStoreUnavailable */
export async function revokedLinksOf(store: EventStore, workspace: string): Promise<readonly RevokedLinks[]> {
  return (await foldedStream(store, links.stream(workspace), revokedLinksDecider)).state;
}

/** Whether a message's link to a target is revoked. @throws EventStoreUnavailable */
export async function isRevoked(store: EventStore, emailId: string, target: URL): Promise<boolean> {
  const workspace = await workspaceOf(store, emailId);
  if (workspace === null) return false;
  return (await revokedLinksOf(store, workspace)).some(
    (one) =>
      (one.emailId === null || one.emailId === emailId) &&
      (one.url === null || target.href.startsWith(one.url)),
  );
}

async function workspaceOf(store: EventStore, emailId: string): Promise<string | null> {
  const [accepted] = await email.read(store, emailId, { limit: 1 });
  return accepted?.metadata.workspace ?? null;
}
