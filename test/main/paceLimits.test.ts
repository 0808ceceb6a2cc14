import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setSendingPace } from '../../src/commands/workspace/setSendingPace.ts';
import { decideSuspension } from '../../src/commands/workspace/suspension.ts';
import { readSettings } from '../../src/config.ts';
import { limitsOf } from '../../src/main/components.ts';
import { apiFixture } from '../support/apiFixture.ts';

const test = suite('the pace of a workspace');

test('is that of the settings, then its own, and none while it is suspended', async () => {
  const api = await apiFixture();
  const env = { POSTLEDGER_PACE_PER_SECOND: '7', POSTLEDGER_PACE_PER_DAY: '700' };
  const limits = () => limitsOf(api.models.workspaces, readSettings(env))(api.workspace);
  assert.equal(await limits(), { perSecond: 7, perDay: 700 });
  assert.equal(await limitsOf(api.models.workspaces, readSettings({}))(api.workspace), {
    perSecond: 10,
    perDay: 10_000,
  });
  await setSendingPace(api.ledger, api.origin, { perSecond: 3, perDay: 50 });
  assert.equal(await limits(), { perSecond: 3, perDay: 50 });
  await decideSuspension(api.ledger, api.origin, { do: 'suspend', reason: 'spam' });
  assert.is((await limits()).perSecond, 0);
  await api.close();
});

test.run();
