import { webhookRoutes } from '../../../src/api/routes/webhooks.ts';
import { isPublicAddress } from '../../../src/dispatcher/addressGuard.ts';
import { apiFixture } from '../../support/apiFixture.ts';

export const fields = { name: 'Main', url: 'https://hooks.test/in', events: ['delivered', '*'] };
export const unknownId = '11111111-1111-4111-8111-111111111111';
const names: Readonly<Record<string, string[]>> = {
  'hooks.test': ['93.184.215.14'],
  'inner.test': ['10.0.0.1'],
};

export async function fixture() {
  const fixture = await apiFixture({
    routes: [webhookRoutes],
    context: {
      addressAllowed: isPublicAddress,
      resolver: { resolve: async (name) => names[name] ?? Promise.reject(new Error('ENOTFOUND')) },
    },
  });
  const create = (changes: object = {}) =>
    fixture.call('POST', '/v1/webhooks', { body: { ...fields, ...changes } });
  const patch = (id: string, body: unknown) => fixture.call('PATCH', `/v1/webhooks/${id}`, { body });
  const remove = (id: string) => fixture.call('DELETE', `/v1/webhooks/${id}`);
  const list = async () => (await fixture.call('GET', '/v1/webhooks')).body.data as unknown as Endpoint[];
  return { ...fixture, create, patch, remove, list };
}

export interface Endpoint {
  readonly id: string;
  readonly status: string;
  readonly name: string;
}
export const idOf = (body: unknown) => (body as Endpoint).id;
export const pathsOf = (body: unknown) =>
  ((body as { error?: { details?: { issues?: { path: string }[] } } }).error?.details?.issues ?? [])
    .map(({ path }) => path)
    .sort();
