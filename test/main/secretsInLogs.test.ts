import { inspect } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deliveryToken } from '../../src/commands/email/deliveryToken.ts';
import { firstHookIdOf } from '../../src/events/hooks.ts';
import { hookToken } from '../../src/intake/hooks/hookToken.ts';
import { DocumentsUnavailable } from '../../src/ports/documents.ts';
import { EventStoreUnavailable } from '../../src/ports/eventStore.ts';
import type { Log } from '../../src/ports/log.ts';
import { consoleFixture } from '../console/consoleFixture.ts';
import { type AnyRoute, routesOf } from '../support/routesOf.ts';

const test = suite('issue 50, 1: no secret of an address or a header is in the log, whichever route fails');

/** Every call of the log and of the read models fails from here on, or appends alone. */
type Breaks = 'appends' | 'everything';

const FAULTS: Readonly<Record<string, readonly [Error, Error]>> = {
  'an outage': [new EventStoreUnavailable('the disk is full'), new DocumentsUnavailable('no answer')],
  'a defect': [new Error('a defect of the log'), new TypeError('a defect of the read models')],
};

async function opened() {
  const written: string[] = [];
  // Before anything is redacted.
  const write = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void written.push(`${message} ${JSON.stringify(fields)} ${inspect(fields, { depth: 9 })}`);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const console = await consoleFixture({ context: { log } });
  const { api } = console;
  const { tokens } = api.context;
  const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
  const sent = await api.call('POST', '/v1/emails', { body, idempotencyKey: 'k' });
  const ref = { emailId: String(sent.body.id), recipient: 0 };
  const link = await console.link();
  const secrets = {
    'api key': api.key,
    'log-in link': link.slice('/login/'.length),
    hook: hookToken(tokens, { hookId: firstHookIdOf('ses'), route: 'ses' }),
    u: deliveryToken(tokens, 'unsubscribe', ref),
    o: deliveryToken(tokens, 'open', ref),
    c: deliveryToken(tokens, 'click', ref, 'https://shop.example/x'),
  };
  const fail = (breaks: Breaks, [ofLog, ofDocuments]: readonly [Error, Error]) => {
    const { store } = api.ledger;
    const rejects = (error: Error) => () => Promise.reject(error);
    if (breaks === 'appends') return void Object.assign(store, { append: rejects(ofLog) });
    const calls = ['append', 'readStream', 'readAll', 'readLeaves', 'head', 'end'];
    Object.assign(store, Object.fromEntries(calls.map((call) => [call, rejects(ofLog)])));
    for (const model of Object.values(api.models) as readonly object[])
      for (const [name, call] of Object.entries(model))
        if (typeof call === 'function') Object.assign(model, { [name]: rejects(ofDocuments) });
  };
  return { ...{ console, api, written, secrets, link, fail } };
}

/** The address of a route, with the secrets of its kind in it. */
function addressOf({ path }: AnyRoute, secrets: Awaited<ReturnType<typeof opened>>['secrets']): string {
  const token = path.startsWith('/hooks') ? secrets.hook : secrets[path[1] as 'u' | 'o' | 'c'];
  return path
    .replace(':secret', secrets['log-in link'])
    .replace(':workspace', 'default')
    .replace('hooks/:route', 'hooks/ses')
    .replace(':token', token ?? '')
    .replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    .replace('*', 'x');
}

for (const [kind, fault] of Object.entries(FAULTS))
  for (const breaks of ['appends', 'everything'] as const)
    test(`${kind} of ${breaks}`, async () => {
      const { console, api, written, secrets, link, fail } = await opened();
      const unused = console.visitor();
      const page = await unused.get(link);
      const csrf = /name="_csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
      const person = await console.loggedIn();
      const own = /name="_csrf" value="([^"]*)"/.exec((await person.get('/')).text)?.[1] ?? '';
      fail(breaks, fault);
      const answered: Record<string, number> = {};
      for (const route of routesOf(console.app)) {
        const isLogIn = route.path.startsWith('/login');
        const visitor = isLogIn ? unused : person;
        const address = addressOf(route, secrets);
        const { status } =
          route.method === 'GET'
            ? await visitor.get(address)
            : await visitor.post(address, { _csrf: isLogIn ? csrf : own, reason: 'r', name: 'n' });
        answered[`${route.method} ${route.path}`] = status;
      }
      for (const route of routesOf(api.app)) {
        const address = addressOf(route, secrets);
        const body = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
        const { status } = await api.call(route.method, `${address}?token=${secrets.c}`, {
          ...(route.method === 'GET' || route.path.startsWith('/u/') ? {} : { body }),
          idempotencyKey: 'another',
        });
        answered[`${route.method} ${route.path}`] = status;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
      await console.close();
      const failed = kind === 'an outage' ? 503 : 500;
      assert.is(answered['POST /login/:secret'], failed, JSON.stringify(answered));
      const count = Object.values(answered).filter((status) => status >= 500).length;
      assert.ok(count > (breaks === 'appends' ? 1 : 20), `only ${count} routes failed`);
      const output = written.join('');
      assert.match(output, 'the console could not answer');
      assert.match(output, '"route":"/login/:secret"');
      for (const [name, secret] of [
        ...Object.entries(secrets),
        ['csrf', csrf],
        ...cookiesOf(unused, person),
      ] as const)
        for (const form of [secret, encodeURIComponent(secret), secret.slice(0, 24)])
          assert.not.match(output, form, `the ${name} is in the log`);
    });

const cookiesOf = (...visitors: readonly { readonly cookies: ReadonlyMap<string, string> }[]) =>
  visitors.flatMap(({ cookies }) => [...cookies.values()].map((value) => ['cookie', value] as const));

test.run();
