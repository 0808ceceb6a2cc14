import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue } from '../../src/events/catalogue.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { ROOT } from '../support/project.ts';

/** Each statement of the README's paragraph, with what would make it wrong: whoever builds that must change the paragraph. */
const test = suite('issue 27, 14: what the README says that the service does not do yet');

const [, paragraph = ''] =
  /\*\*What it does not do yet:\*\* ([\s\S]*?)\n\n/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
const statements = paragraph.replaceAll('\n', ' ').replace(/\.$/, '').split('; ');

test('there are no calls for keys, sender domains and suppressions', async () => {
  assert.ok(statements.includes('no calls for keys, sender domains and suppressions (commands only)'));
  const api = await apiFixture();
  const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body as { paths: object };
  assert.equal(
    Object.keys(paths).filter((path) => /key|domain|suppression/.test(path)),
    [],
  );
  await api.close();
});

test('credits limit nothing: no request is refused for them', () => {
  assert.ok(statements.includes('credits are counted and limit nothing'));
  const spec = [...catalogue.keys()].filter((type) => /Credit/.test(type));
  assert.equal(spec, ['CreditsGranted']);
});

test('nothing is released', () => {
  assert.ok(statements.includes('nothing has been released'));
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  assert.equal(changelog.match(/^## .*$/gm), ['## 1.0.0-rc.1']);
});

test('personal data is not erased: no command does', () => {
  assert.ok(statements.includes('personal data is found, and not yet erased'));
  const commands = readFileSync(join(ROOT, 'docs', 'commands.md'), 'utf8');
  assert.equal(commands.match(/^## personal-data .*$/gm), ['## personal-data find']);
});

test('no event is deleted', () => {
  assert.ok(statements.includes('nothing is deleted from the log'));
  const port = readFileSync(join(ROOT, 'src', 'ports', 'eventStore.ts'), 'utf8');
  assert.match(port, /^ {2}append\w*\(/m);
  assert.not.match(port, /^ {2}(delete|remove|truncate|tombstone)\w*\(/m);
});

test.run();
