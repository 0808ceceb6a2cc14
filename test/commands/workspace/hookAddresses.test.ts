import { suite } from 'uvu';
import { hookAddressesDecider } from '../../../src/commands/workspace/hookAddresses.ts';
import { firstHookIdOf, type HookEvent } from '../../../src/events/hooks.ts';
import { given } from '../../support/given.ts';

const test = suite('hook addresses');

const idOf = (n: number) => `77777777-7777-4777-8777-${String(n).padStart(12, '0')}`;
const createdAs = (n: number): HookEvent => ({
  type: 'HookAddressCreated',
  data: { hookId: idOf(n), route: 'ses', name: null },
});
const revoked = (hookId: string): HookEvent => ({ type: 'HookAddressRevoked', data: { hookId } });
const create = (n: number, name: string | null = null) =>
  ({ do: 'create', hookId: idOf(n), route: 'ses', name }) as const;
const revoke = (hookId: string) => ({ do: 'revoke', hookId }) as const;

test('a further address is made; it and the first of a route are revoked once each', () => {
  given(hookAddressesDecider).when(create(1)).then(createdAs(1));
  given(hookAddressesDecider, createdAs(1))
    .when(revoke(idOf(1)))
    .then(revoked(idOf(1)));
  given(hookAddressesDecider, createdAs(1), revoked(idOf(1)))
    .when(revoke(idOf(1)))
    .then();
  const first = firstHookIdOf('postal');
  given(hookAddressesDecider).when(revoke(first)).then(revoked(first));
  given(hookAddressesDecider, revoked(first)).when(revoke(first)).then();
});

test('what is not there cannot be revoked, names are bounded, and so are the addresses in use', () => {
  given(hookAddressesDecider)
    .when(revoke(idOf(1)))
    .thenRefused('notFound');
  for (const name of ['', 'x'.repeat(101)])
    given(hookAddressesDecider).when(create(1, name)).thenRefused('invalid', { path: '/name' });
  // With the first ones of three routes these are a hundred.
  const full = Array.from({ length: 97 }, (_, n) => createdAs(n));
  given(hookAddressesDecider, ...full)
    .when(create(200))
    .thenRefused('invalid', { path: '/route' });
  given(hookAddressesDecider, ...full, revoked(idOf(1)))
    .when(create(200))
    .then(createdAs(200));
});

test.run();
