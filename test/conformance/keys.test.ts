// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { apiKeyHash, apiKeyIdOf } from '../../src/commands/workspace/apiKeySecret.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { SCOPES, type Scope } from '../../src/commands/workspace/scopes.ts';
import type { ApiFixture } from '../support/apiFixture.ts';
import { type Belongings, type Fixture, fixture } from './fixture.ts';
import { nameOf, type Operation, operations, send } from './operations.ts';
import { refused } from './refused.ts';

/** Every operation, every scope, every state that a key can be in (specification, section 5). */

let cases = 0;

/** A key with one scope in each of its states. */
interface Ring {
  readonly scopes: readonly Scope[];
  readonly valid: string;
  readonly foreign: string;
  /** All of these are 401, whatever their scope. */
  readonly dead: Readonly<Record<string, string>>;
}

interface Context extends Fixture {
  readonly rings: readonly Ring[];
}

const keys = suite<Context>('conformance: keys');

keys.before(async (context) => {
  Object.assign(context, await fixture());
  const { api } = context;
  const { id: other } = await openWorkspace(api.ledger, api.origin, 'other');
  const single = SCOPES.map((scope): readonly Scope[] => [scope]);
  const rings: Ring[] = [];
  for (const scopes of [...single, SCOPES]) rings.push(await ringOf(api, scopes, other));
  await api.clock.advance(1_000);
  Object.assign(context, { rings });
});
keys.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of keys`);
});

async function ringOf(api: ApiFixture, scopes: readonly Scope[], other: string): Promise<Ring> {
  const valid = await api.keyWith(scopes);
  const expired = await api.keyWith(scopes, { expiresAtMs: api.clock.nowMs() + 1 });
  const revoked = await api.keyWith(scopes);
  await revokeApiKey(api.ledger, api.origin, apiKeyIdOf(apiKeyHash(revoked)));
  const unknown = valid.slice(0, -1) + (valid.endsWith('A') ? 'E' : 'A');
  const dead = {
    expired: `Bearer ${expired}`,
    revoked: `Bearer ${revoked}`,
    unknown: `Bearer ${unknown}`,
    'cut short': `Bearer ${valid.slice(0, -1)}`,
    'without scheme': valid,
    'of another scheme': `Basic ${Buffer.from(`${valid}:`).toString('base64')}`,
    'sent twice': `Bearer ${valid}, Bearer ${valid}`,
  };
  return { scopes, valid, foreign: await api.keyWith(scopes, { workspace: other }), dead };
}

for (const operation of operations) {
  // HEAD is GET without the body, and asks for the same key.
  const methods = operation.method === 'GET' ? ['HEAD', 'GET'] : [operation.method];
  for (const method of methods) {
    keys(`${method} ${operation.path}`, async ({ api, own, rings }) => {
      await withoutKey(api, own, operation, method);
      for (const ring of rings) await withRing(api, own, operation, method, ring);
    });
  }
}

/** A refusal; that of HEAD has its status alone. Nothing is stored by it. */
async function mustRefuse(
  api: ApiFixture,
  own: Belongings,
  operation: Operation,
  sending: { method: string; key: string | null; authorization?: string },
  status: number,
): Promise<void> {
  cases += 1;
  const { method, key, authorization } = sending;
  const before = api.store.log.length;
  const headers = authorization === undefined ? {} : { headers: { authorization } };
  const answer = await send(api, own, operation, { method, key, ...headers });
  const what = `${nameOf(operation)} with ${authorization ?? key}`;
  if (method === 'HEAD') assert.equal([answer.status, answer.text], [status, ''], what);
  else refused(answer, status, what);
  assert.is(api.store.log.length, before, `${what} stored something`);
}

async function withoutKey(api: ApiFixture, own: Belongings, operation: Operation, method: string) {
  await mustRefuse(api, own, operation, { method, key: null }, 401);
  for (const authorization of ['', 'Bearer', 'Bearer ', 'Bearer x', 'Bearer null', 'Basic Og=='])
    await mustRefuse(api, own, operation, { method, key: null, authorization }, 401);
}

async function withRing(
  api: ApiFixture,
  own: Belongings,
  operation: Operation,
  method: string,
  { scopes, valid, foreign, dead }: Ring,
): Promise<void> {
  for (const authorization of Object.values(dead))
    await mustRefuse(api, own, operation, { method, key: null, authorization }, 401);
  if (!scopes.includes(operation.scope)) {
    for (const key of [valid, foreign]) await mustRefuse(api, own, operation, { method, key }, 403);
    return;
  }
  // Elsewhere first: what a foreign key does must leave all in its place for the owner.
  const theirs = await send(api, own, operation, { method, key: foreign });
  cases += 1;
  const what = `${nameOf(operation)} for ${scopes}`;
  if (operation.foreign < 300 || method === 'HEAD')
    assert.is(theirs.status, operation.foreign, `${what} foreign: ${theirs.text}`);
  else refused(theirs, operation.foreign, `${what} foreign`);
  // One success is enough where the next would meet a limit or a thing deleted.
  if (scopes.length > 1 && (operation.method === 'DELETE' || operation.path === '/v1/webhooks')) return;
  const ours = await send(api, own, operation, { method, key: valid });
  cases += 1;
  assert.is(ours.status, operation.status, `${what}: ${ours.text}`);
}

keys('a key with every scope but one is refused that one alone', async ({ api, own }) => {
  for (const scope of SCOPES) {
    const key = await api.keyWith(SCOPES.filter((one) => one !== scope));
    for (const operation of operations) {
      if (operation.scope === scope) {
        await mustRefuse(api, own, operation, { method: operation.method, key }, 403);
        continue;
      }
      cases += 1;
      const answer = await send(api, own, operation, { key, body: '{', id: 'x' });
      assert.not([401, 403].includes(answer.status), `${nameOf(operation)}: ${answer.text}`);
    }
  }
});

keys('every scope of the specification opens something', () => {
  const opened = new Set(operations.map(({ scope }) => scope));
  assert.equal([...opened].sort(), [...SCOPES].sort());
});

keys.run();
