// runs in: test:all

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ClientFixture, clientFixture, mailboxesIn } from '../clients/clientFixture.ts';
import { run } from '../clients/run.ts';
import { ROOT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/** The client code of docs/migrating.md, run as it stands. */

const page = readFileSync(join(ROOT, 'docs', 'migrating.md'), 'utf8');
const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
const folder = temporaryFolder();
symlinkSync(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));

const test = suite<{ fixture: ClientFixture; template: string }>('issue 27, 11: docs/migrating.md');
test.before(async (context) => {
  context.fixture = await clientFixture();
  context.template = await context.fixture.template({ subject: 'Hi {{ name }}', text: 'Hello' });
});
test.after(async ({ fixture }) => {
  await fixture.close();
  folder.remove();
});

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}\n$/;
for (const [at, address, name, subject, printed] of [
  [0, 'ann@customer.test', 'Ann', 'Your invoice', UUID],
  [1, 'bo@customer.test', '', 'Your invoice', UUID],
  [2, 'cy@customer.test', '', 'Hi Cy', /^$/],
] as const) {
  test(`block ${at} sends what it says`, async ({ fixture, template }) => {
    const file = join(folder.path, `block${at}.mjs`);
    writeFileSync(file, blocks[at] ?? '');
    const env = { POSTLEDGER_URL: fixture.url, POSTLEDGER_KEY: fixture.key, TEMPLATE_ID: template };
    const { code, stdout, output } = await run(process.execPath, [file], { env });
    assert.is(code, 0, output);
    assert.match(stdout, printed);
    const [mail] = await fixture.mailsTo(address);
    assert.equal(mailboxesIn(mail?.to), [{ address, name }]);
    assert.is(mail?.subject, subject);
  });
}

test('there are no other blocks', () => {
  assert.is(blocks.length, 3);
});

test.run();
