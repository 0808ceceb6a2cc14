import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sharedFile } from '../../../src/adapters/embedded/sharedFile.ts';
import { openSqlite, type Sqlite } from '../../../src/adapters/embedded/sqlite.ts';
import { systemClock } from '../../../src/adapters/node/systemClock.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const test = suite('a file that processes share');

function opened() {
  const folder = temporaryFolder();
  const path = join(folder.path, 'shared.sqlite');
  const real = openSqlite(path, { busyTimeoutMs: 0 });
  real.exec('CREATE TABLE numbers (n INTEGER)');
  const state = { looksFail: false };
  const db = new Proxy(real, {
    get(target, name) {
      if (name === 'prepare')
        return (sql: string) => {
          if (state.looksFail && sql.includes('wal_checkpoint')) throw new Error('it cannot be looked at');
          return target.prepare(sql);
        };
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Sqlite;
  const file = sharedFile(path, db, {
    ...{ clock: systemClock, log: quietLog, maxTries: 3 },
    unavailable: (reason) => new Error(reason),
    close: () => real.close(),
  });
  const write = (n: number) => file.write(() => void db.exec(`INSERT INTO numbers VALUES (${n})`));
  const numbers = () =>
    real
      .prepare('SELECT n FROM numbers')
      .all()
      .map((row) => Number((row as { n: number }).n));
  const end = async () => {
    await file.close();
    folder.remove();
  };
  return { state, file, write, numbers, end };
}

test('is written in the order of the calls, and what one operation throws its own caller gets', async () => {
  const { file, write, numbers, end } = opened();
  const failing = file.write(() => {
    throw new Error('mine');
  });
  const all = await Promise.allSettled([write(1), failing, write(2)]);
  assert.equal(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.equal(numbers(), [1, 2]);
  await end();
});

test('is written on after a fault that met the look at its write-ahead log', async () => {
  const { state, write, numbers, end } = opened();
  state.looksFail = true;
  await write(1).then(
    () => assert.unreachable('the caller is told'),
    (error: Error) => assert.match(error.message, /cannot be looked at/),
  );
  state.looksFail = false;
  await write(2);
  assert.equal(numbers(), [1, 2]);
  await end();
});

test.run();
