// runs in: test:all

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedLog, openEmbeddedReadSide } from '../../src/adapters/embedded/open.ts';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { positionAt } from '../../src/adapters/position.ts';
import { readSettings } from '../../src/config.ts';
import { PART_KINDS, type Position, plainPosition } from '../../src/events/event.ts';
import { openCheckpoints } from '../../src/follow/checkpoints.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { refuseAhead } from '../../src/projections/aheadOfLog.ts';
import { openReadModels, projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { verifyProjections } from '../../src/rebuild/verify.ts';
import { type Client, client } from '../e2e/client.ts';
import { loadCheckpoint, saveCheckpoints } from '../support/checkpoints.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { quietLog } from '../support/quietLog.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { wallClock } from '../support/wallClock.ts';

const test = suite<{ fixture: Fixture }>('read models that know more than the log');

/** A data folder, a service on it for as long as something is done, and its ledger cut as by a restore. */
function houseOn() {
  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const settings = readSettings({
    POSTLEDGER_DATA: data,
    POSTLEDGER_PORT: '0',
    POSTLEDGER_ROLES: 'api,projector',
    POSTLEDGER_LOG_LEVEL: 'silent',
  });
  let key = '';
  return {
    data,
    settings,
    async serving(act: (api: Client) => Promise<void>): Promise<void> {
      const service = await startService(settings, await openPorts(settings));
      key = service.firstKey ?? key;
      await act(client([service.url ?? ''], key));
      await service.stop();
    },
    /** Removes the last events, with nobody at work: the positions are to be given out again. */
    cut(events: number): void {
      const ledger = openSqlite(join(data, 'ledger.sqlite'), {
        synchronous: 'FULL',
        busyTimeoutMs: 0,
        autocheckpointPages: 0,
      });
      for (const table of [...PART_KINDS, 'events'])
        ledger
          .prepare(`DELETE FROM ${table} WHERE position > (SELECT max(position) FROM events) - ?`)
          .run(events);
      ledger.close();
    },
    /** Read models that differ from the log, by name. */
    async wrong(): Promise<string[]> {
      const { store, documents, close } = await openPorts(settings);
      const projections = projectionsFor(1);
      await openReadModels(documents, projections);
      const verdicts = await verifyProjections(store, documents, projectionList(projections), async () => {});
      await close();
      return verdicts.filter(({ different }) => different.length > 0).map(({ name }) => name);
    },
    remove: () => folder.remove(),
  };
}
type Fixture = ReturnType<typeof houseOn>;

test.before.each((context) => {
  context.fixture = houseOn();
});
test.after.each(({ fixture }) => fixture.remove());

const save = (api: Client, who: string) =>
  api.call('POST', '/v1/contacts', 200, { email: `${who}@customer.test` });
const saveAll =
  (...who: string[]) =>
  async (api: Client) => {
    for (const each of who) await save(api, each);
  };

for (const events of [1, 3])
  test(`with its last ${events} events gone they are set aside, and folded again`, async ({ fixture }) => {
    await fixture.serving(saveAll('ann', 'bob', 'cy', 'dan'));
    fixture.cut(events);
    // As many as are gone, and one more: in the places of the ones that the old read models know.
    await fixture.serving(saveAll(...['eve', 'fay', 'gus', 'hal'].slice(0, events + 1)));
    assert.ok(existsSync(join(fixture.data, 'read-models.ahead-1.sqlite')));
    assert.equal(await fixture.wrong(), []);
    await fixture.serving(async (api) => {
      const { data } = await api.call<{ data: unknown[] }>('GET', '/v1/contacts', 200);
      assert.is(data.length, 4 - events + events + 1);
    });
  });

test('the log line names the file, both positions and what is done with it, once', async ({ fixture }) => {
  await fixture.serving(saveAll('ann', 'bob'));
  fixture.cut(1);
  const told: string[] = [];
  const error = (_: object, message: string) => void told.push(message);
  const log = { ...quietLog, error };
  const store = await openEmbeddedLog(fixture.data, { log });
  const head = await store.head();
  const open = () => openEmbeddedReadSide(fixture.data, { clock: wallClock, log, logEnd: () => store.end() });

  const { documents: other, close: letGo } = await openEmbeddedReadSide(fixture.data, {
    clock: wallClock,
    log,
  });
  assert.ok((await other.list()).includes('contacts_v1'));
  const refused = await open().catch((reason: unknown) => reason);
  assert.match(
    String(refused),
    /read-models\.sqlite is ahead of the log .*another process has it open: stop/,
  );
  assert.equal(told, []);
  assert.not.ok(
    existsSync(join(fixture.data, 'read-models.condemned')),
    'what others have open is not marked',
  );
  await letGo();

  const opened = await open();
  assert.equal(await opened.documents.list(), []);
  await opened.close();
  await (await open()).close();
  assert.is(told.length, 2, 'one for each file');
  assert.match(
    told[0] ?? '',
    'read-models.sqlite is ahead of the log: it is kept as read-models.ahead-1.sqlite, and the read models are built again',
  );
  assert.match(String(refused), `the log ends at ${plainPosition(head)}`);
  await store.close();
});

test('a log whose end is unknown leaves them as they are', async ({ fixture }) => {
  await fixture.serving(saveAll('ann'));
  const opened = await openEmbeddedReadSide(fixture.data, {
    clock: wallClock,
    log: quietLog,
    logEnd: async () => null,
  });
  assert.ok((await opened.documents.list()).includes('contacts_v1'));
  await opened.close();
});

test('read models of an engine are not touched: the start is refused, and says what to do', async ({
  fixture,
}) => {
  await fixture.serving(saveAll('ann'));
  const ports = await openPorts(fixture.settings);
  const documents = memoryDocuments();
  const checkpoints = await openCheckpoints(documents, 1);
  const beyond = positionAt(Number(await ports.store.head()) + 1);
  await saveCheckpoints(checkpoints, 'projection:contacts_v1', new Map([[0, beyond]]));
  const refused = await startService(fixture.settings, { ...ports, documents }).catch(
    (reason: unknown) => reason,
  );
  assert.match(
    String(refused),
    /these have events after that: projection:contacts_v1\. .*stop every process/,
  );
  assert.match(String(refused), "operations.md, 'Backup and restore'");
  assert.is(await loadCheckpoint(checkpoints, 'projection:contacts_v1', 0), beyond);
});

test('the log is asked for its end with the newest position that is known, so that an old answer is not believed', async () => {
  const documents = memoryDocuments();
  await saveCheckpoints(
    await openCheckpoints(documents, 1),
    'projection:people_v1',
    new Map([[0, positionAt(6)]]),
  );
  const asked: unknown[] = [];
  const end = async (known?: Position) => {
    asked.push(known);
    return known ?? positionAt(3);
  };
  await refuseAhead(documents, { store: { end } });
  assert.equal(asked, [positionAt(6)]);
});

test.run();
