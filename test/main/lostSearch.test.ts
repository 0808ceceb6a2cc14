// runs in: test:all

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { openReadModels, projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { idsByPart } from '../../src/projections/searchTexts.ts';
import { verifyProjections } from '../../src/rebuild/verify.ts';
import { client } from '../e2e/client.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('a search file that is missing');

test('is built again from the log, and nothing else is', async () => {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const settings = readSettings({
    POSTLEDGER_DATA: data,
    POSTLEDGER_PORT: '0',
    POSTLEDGER_ROLES: 'api,projector',
    POSTLEDGER_LOG_LEVEL: 'silent',
  });
  let key = '';
  const serving = async (act: (api: ReturnType<typeof client>) => Promise<void>) => {
    const service = await startService(settings, await openPorts(settings));
    key = service.firstKey ?? key;
    await act(client([service.url ?? ''], key));
    await service.stop();
  };
  /** Ids of messages with a part, and the read models that differ from the log. */
  const looked = async (part: string) => {
    const { store, documents, close } = await openPorts(settings);
    const projections = projectionsFor(1);
    const { searchTexts, workspaces } = await openReadModels(documents, projections);
    const [first] = await workspaces.page({ index: 'byName', limit: 1 });
    const workspace = first?.key ?? '';
    const { ids } = await idsByPart(searchTexts, 'messages', { workspace, part }, { limit: 9 });
    const verdicts = await verifyProjections(
      store,
      documents,
      projectionList(projections).filter(({ foldedBy }) => foldedBy === undefined),
      async () => {},
    );
    await close();
    return { ids, wrong: verdicts.flatMap(({ name, different }) => (different.length > 0 ? [name] : [])) };
  };
  const send = (api: ReturnType<typeof client>, n: number) =>
    api.send({ from: 'a@b.example', to: `ann-${n}@c.example`, subject: 's', text: 't' }, `${n}`);
  const found = async (part: string, count: number) => {
    const { ids, wrong } = await looked(part);
    assert.is(ids.length, count);
    assert.equal(wrong, []);
  };

  await serving(async (api) => {
    for (let n = 0; n < 3; n++) await send(api, n);
  });
  await serving(async () => {});
  await found('nn-', 3);
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `search.sqlite${end}`), { force: true });
  assert.is((await looked('nn-')).ids.length, 0);
  await serving(async (api) => {
    await send(api, 3);
  });
  await serving(async () => {});
  await found('nn-', 4);
  assert.ok(existsSync(join(data, 'search.sqlite')));
  folder.remove();
});

test.run();
