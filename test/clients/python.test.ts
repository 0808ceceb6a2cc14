// runs in: test:all
// timeout: 600 s

import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../support/project.ts';
import { pythonEnvironment } from '../support/pythonEnvironment.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { type ClientFixture, clientCalls, clientFixture, mailboxesIn, someone } from './clientFixture.ts';
import { run } from './run.ts';

/** The official Python clients of both shapes, in an environment of their own. */

const PACKAGES = ['resend==2.52.0', 'sendgrid==6.12.5'];
const CALLS = join(ROOT, 'test', 'clients', 'python', 'calls.py');
const test = suite('clients: Python');

interface Report {
  readonly versions: Readonly<Record<string, string>>;
  readonly made: Readonly<Record<string, readonly string[]>>;
  readonly failed: readonly string[];
}

test('every call, and what arrives', async () => {
  const folder = temporaryFolder();
  const python = join(folder.path, 'bin', 'python');
  const missing = await pythonEnvironment(folder.path, PACKAGES);
  if (missing !== null) {
    folder.remove();
    return skipped(missing);
  }
  const fixture = await clientFixture();
  const template = await fixture.template({ subject: 'Hi {{ name }}', text: 'Hello' });
  const to = Array.from({ length: 10 }, () => someone('py'));
  const input = JSON.stringify({ url: fixture.url, key: fixture.key, template, to });
  const { code, output, stdout } = await run(python, [CALLS], { input });
  assert.is(code, 0, output);
  const { versions, made, failed } = JSON.parse(stdout) as Report;
  for (const [library, names] of Object.entries(made)) {
    const lost = failed.filter((one) => one.startsWith(`${library} `)).length;
    const calls = clientCalls(`${library} (Python)`, versions[library] ?? '');
    calls.add({ made: names.length, passed: names.length - lost });
    calls.tell();
  }
  assert.equal(failed, []);
  await arrived(fixture, to);
  await fixture.close();
  folder.remove();
});

async function arrived(fixture: ClientFixture, to: readonly string[]): Promise<void> {
  for (const [index, replyTo] of [
    [0, 'support@acme.test'],
    [6, 'support@acme.test'],
  ] as const) {
    const [mail] = await fixture.mailsTo(to[index] ?? '');
    assert.equal(mailboxesIn(mail?.to), [{ address: to[index], name: 'Ann' }]);
    assert.equal(mailboxesIn(mail?.from), [{ address: 'hello@acme.test', name: 'Acme' }]);
    assert.is(mailboxesIn(mail?.replyTo)[0]?.address, replyTo);
    assert.equal(
      [mail?.subject, mail?.text?.trim(), mail?.headers.get('x-ref')],
      ['Hello', 'It works.', '42'],
    );
    assert.match(String(mail?.html), '<p>It works.</p>');
    const files = mail?.attachments.map((one) => [one.filename, one.contentType, one.content.toString()]);
    assert.equal(files, [['a.pdf', 'application/pdf', '%PDF']]);
  }
  for (const index of [1, 9]) assert.is((await fixture.mailsTo(to[index] ?? ''))[0]?.subject, 'Hi Ann');
  for (const index of [2, 3, 4, 5, 7, 8]) assert.is((await fixture.mailsTo(to[index] ?? '')).length, 1);
}

test.run();
