import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkedRows, LEAF_ROWS, leavesOf } from '../../../../src/adapters/embedded/log/leaves.ts';
import { rowBytes, rowCrc, rowHash } from '../../../../src/adapters/embedded/log/rowHash.ts';
import { openSqlite } from '../../../../src/adapters/embedded/sqlite.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const test = suite('the leaves of the embedded log');
const ROWS = 300;
const DAMAGED = 200;
const COLUMNS = ['stream', 'type', 'id', 'at', 'workspace', 'data', 'metadata', 'revision', 'hash'];
const OTHERS = [
  'NULL',
  "x''",
  "''",
  "'7'",
  '7',
  '-7',
  '1.5',
  'zeroblob(33)',
  '-9223372036854775808',
  "x'ff00ff'",
];

const folder = temporaryFolder();
/** Like a damaged ledger, it takes any value in any column. */
const db = openSqlite(join(folder.path, 'events.sqlite'), { busyTimeoutMs: 0 });
const textsOf = (n: number) => ['sms-1', 'Type', `id ${n}`, '', 'w', `{"n":"${'ü'.repeat(n)}"}`, '{}'];

test.before(() => {
  db.exec(`CREATE TABLE events (position INTEGER PRIMARY KEY, ${COLUMNS.join(', ')}, crc INTEGER)`);
  const insert = db.prepare(`INSERT INTO events VALUES (?${', ?'.repeat(COLUMNS.length)}, ?)`);
  for (let position = 1; position <= ROWS; position++) {
    const texts = textsOf(position);
    const bytes = rowBytes({ position, revision: position - 1, texts });
    insert.run(position, ...texts, position - 1, Buffer.from(rowHash(bytes), 'hex'), rowCrc(bytes));
  }
});
test.after(() => {
  db.close();
  folder.remove();
});

function read(after = 0, limit = ROWS) {
  const statement = db.prepare(LEAF_ROWS);
  statement.setReturnArrays(true);
  return leavesOf(checkedRows(statement, { after, until: ROWS, limit }), after, null);
}

test('are the rows with their hashes and texts, as many as were asked for', () => {
  const { leaves, fault } = read();
  assert.is(fault, null);
  assert.is(leaves.length, ROWS);
  for (const [at, { position, stream, revision, hash, texts }] of leaves.entries()) {
    assert.equal([Number(position), stream, revision], [at + 1, 'sms-1', at]);
    assert.equal(texts(), textsOf(at + 1));
    assert.is(hash, rowHash(rowBytes({ position: 9, revision: at, texts: textsOf(at + 1) })));
  }
  assert.equal(
    read(130, 3).leaves.map(({ position }) => Number(position)),
    [131, 132, 133],
  );
  assert.equal(read(ROWS), { leaves: [], fault: null });
});

test('end at a row in which any column holds another value', () => {
  for (const column of [...COLUMNS, 'crc'])
    for (const other of OTHERS) {
      db.exec(`BEGIN; UPDATE events SET ${column} = ${other} WHERE position = ${DAMAGED}`);
      const { leaves, fault } = read();
      db.exec('ROLLBACK');
      // What has the same bytes and is of the same kind is as it was written.
      const isSame = column === 'at' && other === "''";
      assert.is(fault, isSame ? null : `the event at position ${DAMAGED} was changed`, `${column} ${other}`);
      assert.is(leaves.length, isSame ? ROWS : DAMAGED - 1);
    }
});

test('end where a row is missing', () => {
  for (const missing of [1, DAMAGED, ROWS - 1]) {
    db.exec(`BEGIN; DELETE FROM events WHERE position = ${missing}`);
    const { leaves, fault } = read();
    db.exec('ROLLBACK');
    assert.is(fault, `the event at position ${missing} is missing`);
    assert.is(leaves.length, missing - 1);
  }
});

test.run();
