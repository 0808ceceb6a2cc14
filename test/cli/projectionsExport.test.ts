import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { projectionList } from '../../src/projections/readModels.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { terminal, workspaceInTerminal } from './terminal.ts';

const test = suite('projections export');
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
test.after(() => folder.remove());

const HOSTILE = 'a "quoted", =1+1\nsecond line ü';

async function filled() {
  const cli = await terminal();
  for (const name of ['default', 'acme']) await cli.run(`workspaces create ${name}`);
  await cli.run('suppressions add ann@example.com');
  const origin = {
    actor: 'key:1',
    workspace: workspaceInTerminal('default'),
    correlation: '',
    causation: null,
  };
  await decideSuppression(cli.ledger, origin, { do: 'add', address: 'ben@example.com', reason: HOSTILE });
  await cli.run('suppressions add eve@example.com --workspace acme');
  return cli;
}

/** Cells of a file of comma-separated values (RFC 4180). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('gives each document as a row, whatever it holds, for its owner alone', async () => {
  const cli = await filled();
  const file = inFolder('suppressions.csv');
  const { exitCode, stdout, stderr } = await cli.run(['projections', 'export', 'suppressions', file]);
  assert.is(exitCode, 0, stderr);
  assert.match(stdout, `3 documents of suppressions in ${file}`);
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.is(existsSync(`${file}.part`), false);
  const [headings = [], ...rows] = cellsOf(readFileSync(file, 'utf8'));
  assert.is(headings[0], 'key');
  const [address, detail] = [headings.indexOf('address'), headings.indexOf('detail')];
  assert.equal(rows.map((row) => row[address]).sort(), [
    'ann@example.com',
    'ben@example.com',
    'eve@example.com',
  ]);
  assert.is(rows.find((row) => row[address] === 'ben@example.com')?.[detail], HOSTILE);
  assert.equal(
    rows.map(([key]) => key),
    rows.map(([key]) => key).sort(),
  );
});

test('gives JSON Lines of one workspace', async () => {
  const cli = await filled();
  const file = inFolder('suppressions.jsonl');
  await cli.run([
    'projections',
    'export',
    'suppressions',
    file,
    ...'--format jsonl --workspace acme'.split(' '),
  ]);
  const [document, ...more] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(more, []);
  assert.equal([document.workspace, document.address], [workspaceInTerminal('acme'), 'eve@example.com']);
  assert.is(Object.keys(document)[0], 'key');
});

test('gives every read model, empty ones too', async () => {
  const cli = await filled();
  for (const { name } of projectionList(cli.projections)) {
    const file = inFolder(`${name}.csv`);
    if (existsSync(file)) continue;
    const { exitCode, stderr } = await cli.run(['projections', 'export', name, file]);
    assert.is(exitCode, 0, stderr);
    assert.match(readFileSync(file, 'utf8'), /^key(,|\n)/);
  }
});

test('refuses a read model that there is not, a file that exists, and a folder that does not', async () => {
  const cli = await filled();
  const unknown = await cli.run(['projections', 'export', 'nothing', inFolder('x.csv')]);
  assert.is(unknown.exitCode, 3);
  assert.match(unknown.stderr, 'there is no read model nothing');
  writeFileSync(inFolder('mine.csv'), 'mine');
  const existing = await cli.run(['projections', 'export', 'suppressions', inFolder('mine.csv')]);
  assert.is(existing.exitCode, 1);
  assert.match(existing.stderr, 'exists: name another file');
  assert.is(readFileSync(inFolder('mine.csv'), 'utf8'), 'mine');
  const nowhere = await cli.run(['projections', 'export', 'suppressions', inFolder('no/x.csv')]);
  assert.is(nowhere.exitCode, 1);
  assert.match(nowhere.stderr, /x\.csv could not be written: ENOENT/);
});

test.run();
