// runs in: test:all

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { openReadModels, projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { verifyProjections } from '../../src/rebuild/verify.ts';
import { client } from '../e2e/client.ts';
import { startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { agedModels } from './agedModels.ts';

const test = suite('a newer version whose building is killed');
const CONTACTS = 60;
const KILLS = 2;
const AGED = ['contacts', 'templates', 'api_keys'];

test('nothing is lost, and it is the same as the log in the end', async () => {
  const folder = temporaryFolder();
  const env = { POSTLEDGER_DATA: join(folder.path, 'data') };
  const first = await startServiceProcess({ env });
  const key = first.firstKey ?? '';
  const api = client([first.url], key);
  const names = Array.from({ length: CONTACTS }, (_, n) => `p${n}@customer.test`);
  await Promise.all(names.map((email) => api.call('POST', '/v1/contacts', 200, { email })));
  assert.is(await first.stop(), 0);
  const ports = () => openPorts(readSettings(env), 'error');
  const aging = await ports();
  await agedModels(aging.documents, AGED);
  await aging.close();

  const listed = async (url: string) => {
    const { data } = await client([url], key).call<{ data: { email: string }[] }>(
      'GET',
      '/v1/contacts?limit=100',
      200,
    );
    return data.map(({ email }) => email).sort();
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startServiceProcess({ env });
    if (kill > 0) assert.equal(await listed(service.url), [...names].sort());
    await service.kill();
  }
  const last = await startServiceProcess({ env });
  assert.equal(await listed(last.url), [...names].sort());
  assert.is(await last.stop(), 0);

  const { store, documents, close } = await ports();
  const projections = projectionsFor(1);
  await openReadModels(documents, projections);
  for (const { name, different } of await verifyProjections(
    store,
    documents,
    projectionList(projections),
    async () => {},
  ))
    assert.equal(different, [], name);
  const left = (await documents.list()).filter((name) => name.endsWith('_v0'));
  assert.equal(left, AGED.map((name) => `${name}_v0`).sort(), 'kept for a day');
  await close();
  folder.remove();
});

test.run();
