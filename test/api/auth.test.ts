import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { positionAt } from '../../src/adapters/position.ts';
import { authenticator } from '../../src/api/auth.ts';
import { apiKeyHash, apiKeyIdOf } from '../../src/commands/workspace/apiKeySecret.ts';
import { manualClock } from '../support/manualClock.ts';

const test = suite('the key of a request');

const secret = (n: number) => `pl_${String(n).padStart(43, '0')}`;

function setUp() {
  const lookUps: string[] = [];
  const clock = manualClock();
  const auth = authenticator({
    live: {
      apiKeys: {
        async get(key) {
          lookUps.push(key);
          const hash = secrets.get(key);
          if (hash === undefined) return null;
          const state = {
            scopes: [],
            createdAt: '2026-01-01T00:00:00.000Z',
            expiresAt: null,
            revokedAt: null,
          };
          return {
            key,
            position: positionAt(1),
            document: { hash, workspace: 'w', keyId: key, name: null, ...state },
          };
        },
      },
      workspaces: { get: async () => null },
      onKeyRevoked: () => {},
    },
    clock,
    startUp: { knowsKeys: true },
  });
  const secrets = new Map<string, string>();
  const call = (n: number) => auth.callerOf(`Bearer ${secret(n)}`);
  const open = (n: number) => secrets.set(apiKeyIdOf(apiKeyHash(secret(n))), apiKeyHash(secret(n)));
  return { lookUps, clock, call, open };
}

test('a key is looked up once in half a second', async () => {
  const { lookUps, clock, call, open } = setUp();
  open(1);
  await Promise.all([call(1), call(1)]);
  await call(1);
  assert.is(lookUps.length, 1);
  clock.pass(500);
  await call(1);
  assert.is(lookUps.length, 2);
});

test('ten thousand keys are cached at most; the one that is unused for longest goes first', async () => {
  const { lookUps, call, open } = setUp();
  for (let n = 0; n <= 10_000; n++) open(n);
  for (let n = 0; n < 10_000; n++) await call(n);
  await call(0);
  assert.is(lookUps.length, 10_000, 'all of them are cached');
  await call(10_000);
  await call(10_000);
  await call(0);
  assert.is(lookUps.length, 10_001, 'only the new one is looked up');
  await call(1);
  assert.is(lookUps.length, 10_002, 'it has replaced the one that was unused for longest');
});

test('unknown keys fill no cache', async () => {
  const { lookUps, call, open } = setUp();
  open(0);
  await call(0);
  for (let n = 1; n <= 10_000; n++) {
    try {
      await call(n);
      assert.unreachable();
    } catch {}
  }
  await call(0);
  assert.is(lookUps.length, 10_001);
});

test.run();
