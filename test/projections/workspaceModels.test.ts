import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createApiKey } from '../../src/commands/workspace/apiKeys.ts';
import { grantCredits } from '../../src/commands/workspace/grantCredits.ts';
import { openWorkspace } from '../../src/commands/workspace/openWorkspace.ts';
import { revokeApiKey } from '../../src/commands/workspace/revokeApiKey.ts';
import { setSendingPace } from '../../src/commands/workspace/setSendingPace.ts';
import { listApiKeys } from '../../src/projections/apiKeys.ts';
import { balanceOf } from '../../src/projections/balances.ts';
import { creditMonthsOf } from '../../src/projections/creditMonths.ts';
import { listWorkspaces } from '../../src/projections/workspaces.ts';
import { type ApiFixture, apiFixture } from '../support/apiFixture.ts';

const models = suite<{ api: ApiFixture }>('workspace read models');
models.before.each(async (context) => {
  context.api = await apiFixture();
});
models.after.each(async ({ api }) => api.close());

models('lists workspaces by name, with their pace', async ({ api }) => {
  const { ledger, origin } = api;
  await openWorkspace(ledger, origin, 'acme');
  await setSendingPace(ledger, origin, { perSecond: 3, perDay: 50 });
  assert.equal(
    (await listWorkspaces(api.models.workspaces)).map(({ name, pace }) => [name, pace]),
    [
      ['acme', null],
      ['default', { perSecond: 3, perDay: 50 }],
    ],
  );
});

models('lists keys, revoked ones too', async ({ api }) => {
  const { ledger, origin, workspace } = api;
  await api.clock.advance(1_000);
  const { id } = await createApiKey(ledger, origin, { scopes: ['sms:read'], name: 'ci', expiresAtMs: null });
  await revokeApiKey(ledger, origin, id);
  const keys = await listApiKeys(api.models.apiKeys, workspace);
  assert.is(keys.length, 2);
  assert.is(keys[0]?.revokedAt, null);
  assert.equal([keys[1]?.name, keys[1]?.revokedAt], ['ci', '2026-01-01T00:00:01.000Z']);
});

models('counts credits; a balance may be negative', async ({ api }) => {
  const { ledger, origin, workspace } = api;
  const balance = async () => balanceOf((await api.models.balances.get(workspace))?.document ?? null);
  assert.is(await balance(), 0);
  await grantCredits(ledger, origin, 1);
  const body = { from: 'a@b.co', to: ['x@y.co', 'z@y.co'], cc: 'q@y.co', subject: 's', text: 't' };
  for (let call = 0; call < 2; call++)
    assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: 'one' })).status, 202);
  assert.is(await balance(), -2);
});

models('credits of each month sum to the balance', async ({ api }) => {
  const { ledger, origin, workspace } = api;
  await grantCredits(ledger, origin, 5);
  const body = { from: 'a@b.co', to: ['x@y.co', 'z@y.co'], subject: 's', text: 't' };
  assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: 'january' })).status, 202);
  await api.clock.advance(31 * 86_400_000);
  assert.is((await api.call('POST', '/v1/emails', { body, idempotencyKey: 'february' })).status, 202);
  await grantCredits(ledger, origin, -4);
  const months = [];
  for await (const month of creditMonthsOf(api.models.creditMonths, workspace)) months.push(month);
  assert.equal(months, [
    { month: '2026-01', opening: 0, granted: 5, email: 2, sms: 0, closing: 3 },
    { month: '2026-02', opening: 3, granted: -4, email: 2, sms: 0, closing: -3 },
  ]);
  assert.is(balanceOf((await api.models.balances.get(workspace))?.document ?? null), -3);
});

models.run();
