import { html } from 'hono/html';
import type { ConsoleSession } from '../commands/console/consoleLogin.ts';
import type { Origin } from '../commands/kernel/ledger.ts';
import type { ConsoleRole } from '../events/console.ts';
import type { Position } from '../events/event.ts';
import { isUuid } from '../events/fieldPatterns.ts';
import { awaitDocument } from '../follow/reached.ts';
import type { Clock } from '../ports/clock.ts';
import type { Collection, Stored } from '../ports/documents.ts';
import { isUnavailable } from '../ports/isUnavailable.ts';

/** A piece of a page: what is put into it is escaped, unless it is one itself. */
export type Html = ReturnType<typeof html>;

export const NOTHING: Html = html``;

/** One answer of the console: the head and the body of a page. */
export interface ConsolePage {
  readonly title: string;
  readonly body: Html;
}

/** Where a person goes on after an act, and what is said there. */
export interface Done {
  readonly to: string;
  readonly says: string;
}

export interface Workspace {
  readonly id: string;
  readonly name: string;
}

/** A request of a person who is logged in. */
export interface Visit {
  readonly session: ConsoleSession;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The fields of a form; empty for a page. */
  readonly form: Readonly<Record<string, string>>;
  /** Goes into each form. */
  readonly csrf: string;
  /** What the act before this page has done; null: nothing. */
  readonly says: string | null;
  /** The address that was asked for, with its query. */
  readonly url: string;
}

/** One in a workspace that the person may see. */
export interface WorkspaceVisit extends Visit {
  readonly workspace: Workspace;
  /** Of the events that an act appends. */
  readonly origin: Origin;
}

/**
 * What pages and acts ask for: `see` messages without contents, figures and health; `contents` of messages; `suppress` and
 * lift; `redeliver` webhooks; `administer` keys, pace, suspension and endpoints; `log` the events themselves.
 */
export type Right = 'see' | 'contents' | 'suppress' | 'redeliver' | 'administer' | 'log';

const RIGHTS: Readonly<Record<ConsoleRole, readonly Right[]>> = {
  viewer: ['see'],
  support: ['see', 'contents', 'suppress', 'redeliver'],
  operator: ['see', 'contents', 'suppress', 'redeliver', 'administer', 'log'],
  auditor: ['see', 'contents', 'log'],
};

export const may = ({ role }: { readonly role: ConsoleRole }, right: Right): boolean =>
  RIGHTS[role].includes(right);

/** Of a request that a person may not make, or that finds nothing; it becomes a page. */
export class ConsoleFault extends Error {
  override readonly name = 'ConsoleFault';
  readonly status: 400 | 401 | 403 | 404 | 503;
  constructor(status: ConsoleFault['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export const nothingHere = (what: string) => new ConsoleFault(404, what);

/** A document of the visit's workspace: that of another one is not told apart from none. @throws ConsoleFault */
export async function ownOf<Document extends { readonly workspace: string }>(
  documents: Pick<Collection<Document>, 'get'>,
  { workspace }: Pick<WorkspaceVisit, 'workspace'>,
  what: string,
  id = '',
): Promise<Stored<Document>> {
  const stored = isUuid(id) ? await documents.get(id.toLowerCase()) : null;
  if (stored?.document.workspace !== workspace.id) throw nothingHere(`The workspace has no ${what} ${id}.`);
  return stored;
}

/** The text values of a query or a form: of several with one name the last one counts. */
export function textsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
  );
}

/**
 * Waits until the pages show an act that changed this document. Where the background is late, or the read models give no
 * answer, that is said with the act, which is done all the same.
 * @param position of the event; null: nothing was changed
 */
export async function whenShown<Document extends object>(
  done: Done,
  collection: Collection<Document>,
  key: string,
  position: Position | null,
  clock: Clock,
): Promise<Done> {
  if (position === null) return done;
  const { to, says } = done;
  try {
    await awaitDocument(collection, key, position, clock);
    const shownUntil = (await collection.getForFold([key])).get(key)?.position ?? '';
    if (shownUntil >= position) return done;
    return { to, says: `${says} This page shows it once the background has caught up.` };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { to, says: `${says} It cannot be shown now: ${error.message}.` };
  }
}
