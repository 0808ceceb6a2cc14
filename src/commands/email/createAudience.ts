import { AUDIENCE_CHUNK, type AudienceEvent, audience } from '../../events/audience.ts';
import { contact } from '../../events/contact.ts';
import type { Position } from '../../events/event.ts';
import { slices } from '../../queues/slices.ts';
import { type Ledger, newEvents, type Origin } from '../kernel/ledger.ts';
import { type Issue, Refusal } from '../kernel/refusal.ts';

/** Contacts looked up in one call of the read model. */
const LOOKUP_CHUNK = 100;
/** Unknown contacts that a refusal names. */
const NAMED_ISSUES = 100;
/** Contacts looked up in the log at a time. */
const LOG_CHUNK = 20;
/** So many contacts that the log does not have either are enough for a refusal. */
const MAX_FOREIGN = 1_000;

/** The given contacts that belong to the workspace, by the read model. */
export type ContactsOf = (workspace: string, contactIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface NewAudience {
  readonly name: string;
  readonly description: string | null;
  /** At most 100,000; repeated ids count once. */
  readonly contactIds: readonly string[];
}

/**
 * Announces an audience, then adds its contacts in chunks, each at the exact revision. A crash in between leaves
 * an audience that never becomes complete, which no read model lists.
 * @throws Refusal `invalid`, naming the contacts that do not belong to the workspace
 */
export async function createAudience(
  ledger: Ledger,
  contactsOf: ContactsOf,
  origin: Origin,
  { name, description, contactIds }: NewAudience,
): Promise<{ readonly audienceId: string; readonly position: Position }> {
  const { members, missing } = await membersAmong(ledger, contactsOf, origin.workspace, contactIds);
  const foreign = await foreignAmong(ledger, origin.workspace, [...missing]);
  if (foreign.size > 0) throw new Refusal('invalid', foreignIssues(contactIds, foreign));
  const audienceId = ledger.ids.uuid();
  const stream = audience.stream(audienceId);
  const giveWay = slices(ledger.clock);
  const [announced, ...more] = audienceEvents(name, description, [...members]);
  let appended = await ledger.store.append(stream, 'no-stream', newEvents(ledger, origin, announced ?? []));
  for (const chunk of more) {
    await giveWay();
    appended = await ledger.store.append(stream, appended.revision, newEvents(ledger, origin, chunk));
  }
  return { audienceId, position: appended.position };
}

/** The appends of an audience. The first holds the announcement and the first chunk, so that a small one is one append. */
function audienceEvents(
  name: string,
  description: string | null,
  members: readonly string[],
): readonly AudienceEvent[][] {
  const appends: AudienceEvent[][] = [];
  for (let at = 0; at < members.length; at += AUDIENCE_CHUNK)
    appends.push([
      { type: 'AudienceContactsAdded', data: { contactIds: members.slice(at, at + AUDIENCE_CHUNK) } },
    ]);
  const data = { name, description, contactCount: members.length };
  const [first = [], ...rest] = appends;
  return [[{ type: 'AudienceCreated', data }, ...first], ...rest];
}

/** The given contacts, each once, and those of them that the read model does not have for the workspace. */
async function membersAmong(
  { clock }: Ledger,
  contactsOf: ContactsOf,
  workspace: string,
  contactIds: readonly string[],
): Promise<{ readonly members: ReadonlySet<string>; readonly missing: ReadonlySet<string> }> {
  const members = new Set<string>();
  const missing = new Set<string>();
  const giveWay = slices(clock);
  for (let at = 0; at < contactIds.length; at += LOOKUP_CHUNK) {
    const given = contactIds.slice(at, at + LOOKUP_CHUNK).map((id) => id.toLowerCase());
    const chunk = given.filter((id) => !members.has(id));
    const own = await contactsOf(workspace, chunk);
    for (const id of chunk) {
      members.add(id);
      if (!own.has(id)) missing.add(id);
    }
    await giveWay();
  }
  return { members, missing };
}

/** Those that the workspace does not have by the log either, since the read model may lag: all, or MAX_FOREIGN at least. */
async function foreignAmong(
  { store, clock }: Ledger,
  workspace: string,
  missing: readonly string[],
): Promise<ReadonlySet<string>> {
  const foreign = new Set<string>();
  const giveWay = slices(clock);
  for (let at = 0; at < missing.length && foreign.size < MAX_FOREIGN; at += LOG_CHUNK) {
    const chunk = missing.slice(at, at + LOG_CHUNK);
    const firsts = await Promise.all(chunk.map((id) => store.readStream(contact.stream(id), { limit: 1 })));
    firsts.forEach(([first], n) => {
      if (first?.metadata.workspace !== workspace) foreign.add(chunk[n] ?? '');
    });
    await giveWay();
  }
  return foreign;
}

function foreignIssues(given: readonly string[], foreign: ReadonlySet<string>): Issue[] {
  const count = foreign.size;
  const all =
    count === 1 ? 'holds 1 contact' : `holds ${count} contacts${count < MAX_FOREIGN ? '' : ' or more'}`;
  const named = count > NAMED_ISSUES ? `, of which the first ${NAMED_ISSUES} are named` : '';
  const issues: Issue[] = [
    { path: '/contact_ids', message: `${all} that this workspace does not have${named}` },
  ];
  const seen = new Set<string>();
  for (const [at, written] of given.entries()) {
    const id = written.toLowerCase();
    if (seen.size === NAMED_ISSUES) break;
    if (!foreign.has(id) || seen.has(id)) continue;
    seen.add(id);
    issues.push({ path: `/contact_ids/${at}`, message: `no contact of this workspace has the id ${id}` });
  }
  return issues;
}
