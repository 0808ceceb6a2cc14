import type { FastifyInstance } from 'fastify';
import * as assert from 'uvu/assert';
import { mimeComposer } from '../../src/adapters/mime/composer.ts';
import { readPosition } from '../../src/adapters/position.ts';
import { attachedFile, shownMail } from '../../src/adapters/submission/shownMail.ts';
import { type ConsolePerson, offerConsoleLogin } from '../../src/commands/console/consoleLogin.ts';
import { buildConsole } from '../../src/console/consoleApp.ts';
import type { ServiceReports } from '../../src/console/dependencies.ts';
import type { DnsRecords } from '../../src/ports/dnsRecords.ts';
import type { Poster } from '../../src/ports/poster.ts';
import { mailsAgain } from '../../src/sender/email/mailsAgain.ts';
import { returnPath } from '../../src/sender/email/returnPath.ts';
import type { SharedReports } from '../../src/work/sharedReports.ts';
import { type ApiFixture, apiFixture, type FixtureOptions } from '../support/apiFixture.ts';
import { memoryLeases } from '../support/memoryLeases.ts';
import { memoryReports } from '../support/memoryReports.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A browser of one person, without the browser: it keeps cookies, and sends forms as pages give them. */
export interface Visitor {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** Sends a form with the token of the page `from`. */
  post(path: string, fields: Readonly<Record<string, string>>, from?: string): Promise<Answered>;
  readonly cookies: Map<string, string>;
}

export interface ConsoleFixture {
  readonly api: ApiFixture;
  readonly app: FastifyInstance;
  /** The path of a new link. */
  link(person?: Partial<ConsolePerson>): Promise<string>;
  visitor(): Visitor;
  /** A person who has logged in. */
  loggedIn(person?: Partial<ConsolePerson>): Promise<Visitor>;
  close(): Promise<void>;
}

/** Where links in mails lead. */
const LINK_BASE = 'https://links.example.net';
const HOST = 'console.test';
const URL_OF = `https://${HOST}`;
const by = (api: ApiFixture) => ({ actor: 'operator', correlation: api.ledger.ids.uuid(), causation: null });

/** The console over adapters in memory. */
export async function consoleFixture({
  reports = { logDamage: null },
  url = URL_OF,
  port = 0,
  post = () => Promise.reject(new Error('nothing is posted here')),
  dns = { txt: async () => [], mx: async () => [] },
  shared = { reports: memoryReports(), leases: memoryLeases() },
  ...given
}: FixtureOptions & {
  reports?: ServiceReports;
  shared?: SharedReports;
  url?: string | null;
  port?: number;
  post?: Poster['post'];
  dns?: DnsRecords;
} = {}): Promise<ConsoleFixture> {
  const api = await apiFixture(given);
  const app = await buildConsole({
    ...api.context,
    reports,
    shared,
    dns,
    mails: {
      show: async (raw) => shownMail(raw),
      file: async (raw, _owner, place) => attachedFile(raw, place),
    },
    again: mailsAgain({
      ...{ blobs: api.blobs, renderer: api.context.renderer, store: api.ledger.store, clock: api.clock },
      ...{
        composer: mimeComposer(),
        linkBase: LINK_BASE,
        returnPath: returnPath(api.context.tokens, undefined),
      },
    }),
    poster: { post, close: async () => {} },
    options: {
      isTrustedProxy: (address) => address === '10.9.9.9',
      ...{
        positionIn: readPosition,
        partitions: 1,
        url,
        port,
        bounceDomain: null,
        cookieKey: Buffer.alloc(32, 7),
      },
    },
  });
  const link = async (person: Partial<ConsolePerson> = {}) => {
    const whole = { name: 'Ann', role: 'operator' as const, workspaceId: null, ...person };
    return `/login/${await offerConsoleLogin(api.ledger, by(api), whole)}`;
  };
  const visitor = () => visitorOf(app);
  return {
    ...{ api, app, link, visitor },
    async loggedIn(person) {
      const one = visitor();
      const path = await link(person);
      await one.post(path, {}, path);
      return one;
    },
    async close() {
      await app.close();
      await api.close();
    },
  };
}

function visitorOf(app: FastifyInstance): Visitor {
  const cookies = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string,
  ): Promise<Answered> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      ...{ method, url, headers: { host: HOST, ...(cookie !== '' && { cookie }), ...headers } },
      ...(payload !== undefined && { payload }),
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
    }
    // Cells of a table have its headings for narrow screens, which the browser tests look at.
    const text = answer.payload.replaceAll(/ data-label="[^"]*"/g, '');
    return { status: answer.statusCode, text, headers: answer.headers };
  };
  const get: Visitor['get'] = (path, headers = {}) => send('GET', path, headers);
  return {
    ...{ cookies, get },
    async post(path, fields, from) {
      const csrf =
        from === undefined
          ? (fields._csrf ?? '')
          : (/name="_csrf" value="([^"]*)"/.exec((await get(from)).text)?.[1] ?? '');
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: URL_OF };
      return send('POST', path, headers, String(new URLSearchParams({ ...fields, _csrf: csrf })));
    },
  };
}

let calls = 0;

/** Calls the API, and asserts that it does what was asked for. Resolves with the id that it answers. */
export async function called(
  { api }: ConsoleFixture,
  path: string,
  body: object,
  { method = 'POST', key = api.key }: { readonly method?: 'POST' | 'PATCH'; readonly key?: string } = {},
): Promise<string> {
  const answer = await api.call(method, path, { body, idempotencyKey: `call-${calls++}`, key });
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return String(answer.body.id);
}
