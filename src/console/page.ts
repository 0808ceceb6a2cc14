import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import type { ConsoleSession } from '../commands/console/consoleLogin.ts';
import type { Origin } from '../commands/kernel/ledger.ts';

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

/** The text values of a query or a form: of several with one name the last one counts. */
export function textsOf(values: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((values ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, String(Array.isArray(value) ? value.at(-1) : value)]),
  );
}

export type { FastifyReply, FastifyRequest };
