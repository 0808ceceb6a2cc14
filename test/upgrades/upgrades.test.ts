// runs in: test:all
// timeout: 1800 s

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlite } from '../../src/adapters/embedded/sqlite.ts';
import { type Client, postledger } from '../../src/client/client.ts';
import { run } from '../clients/run.ts';
import { eventually } from '../e2e/eventually.ts';
import { missingTool } from '../support/missingTool.ts';
import { COMMAND_LINE, ROOT } from '../support/project.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { skipped } from '../support/skipped.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { builtVersion, type OlderVersion } from './olderVersion.ts';

/** A data folder that an older version wrote, under the code of today; and the other way round. */

const test = suite('upgrades');
const versions = JSON.parse(
  readFileSync(join(ROOT, 'test', 'upgrades', 'versions.json'), 'utf8'),
) as readonly OlderVersion[];

const FROM = 'Acme <hello@acme.test>';
const SENDS = [
  'transactional@example.com',
  'bounce@example.com',
  'complaint@example.com',
  'click@example.com',
];

const clientOf = ({ url }: ServiceProcess, key: string) => postledger({ url, key });

/** The output of a command of a version. */
async function command(program: readonly string[], env: Record<string, string>, ...args: readonly string[]) {
  const { code, stdout, output } = await run(process.execPath, [...program, ...args], { env });
  assert.is(code, 0, output);
  return stdout;
}

/** Something of every kind that a customer or an operator makes, and what follows from it. */
async function used(service: ServiceProcess, key: string, operate: (...args: string[]) => Promise<string>) {
  const client = clientOf(service, key);
  const texts = { subject: 'Hi {{ name }}', html: '<p>Hi {{ name }}</p>', text: 'Hi {{ name }}' };
  const template = await client.createTemplate({ friendly_name: 'hi', name: 'Hi', ...texts });
  await client.updateTemplate(template.id, { text: 'Hello {{ name }}' });
  const contacts: string[] = [];
  for (const name of ['ann', 'bo', 'cy']) {
    const saved = await client.saveContact({ email: `${name}+contact@example.com`, custom_fields: { name } });
    contacts.push(saved.id);
  }
  const audience = await client.createAudience({ name: 'All', contact_ids: contacts });
  const to = { audience_id: audience.id, template_id: template.id };
  await client.createCampaign({ name: 'Spring', from: 'news@acme.test', ...to });
  await client.createWebhookEndpoint({ name: 'Hook', url: 'https://127.0.0.1:9/hook', events: ['*'] });
  for (const address of SENDS)
    await client.sendEmail(
      { from: FROM, to: address, subject: 'Hi', text: 'Hello', tags: ['first'] },
      { idempotencyKey: address },
    );
  await client.sendEmails([{ from: FROM, to: ['a@example.com', 'b@example.com'], template_id: template.id }]);
  await client.sendEmail({
    from: FROM,
    to: 'later@example.com',
    subject: 'S',
    text: 'T',
    scheduled_for: '2099-01-01T00:00:00Z',
  });
  await operate('suppressions', 'add', 'gone@example.com');
  await operate('domains', 'add', 'acme.test');
  await eventually('what was sent is known', async () => {
    const { totals } = await client.getAnalytics();
    return totals.delivered >= 3 && totals.bounced >= 1 && totals.complained >= 1 && totals.clicked >= 1;
  });
}

/** What customers and operators read. */
async function answers(client: Client, operate: (...args: string[]) => Promise<string>) {
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
  const { data: templates } = await client.listTemplates();
  return {
    templates: await Promise.all(templates.map(({ id }) => client.getTemplate(id))),
    contacts: await client.listContacts(),
    audiences: await client.listAudiences(),
    campaigns: await client.listCampaigns(),
    webhooks: await client.listWebhookEndpoints(),
    analytics: (await client.getAnalytics(range)).totals,
    messages: JSON.parse(await operate('messages', 'find', '--json')),
    suppressions: JSON.parse(await operate('suppressions', 'list', '--json')),
    domains: JSON.parse(await operate('domains', 'list', '--json')),
    keys: JSON.parse(await operate('keys', 'list', '--json')),
  };
}

for (const version of versions)
  test(`${version.version} to this one`, async () => {
    const missing = missingTool('git', 'tar');
    if (missing !== null) return skipped(missing);
    const folder = temporaryFolder();
    const older = await builtVersion(version, join(folder.path, 'code'));
    const data = join(folder.path, 'data');
    const env = {
      POSTLEDGER_DATA: data,
      POSTLEDGER_LOG_LEVEL: 'warn',
      POSTLEDGER_PACE_PER_SECOND: '1000',
      POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
    };
    const before = await startServiceProcess({ env, program: older });
    const key = before.firstKey ?? '';
    const operateOlder = (...args: string[]) => command(older, env, ...args);
    await used(before, key, operateOlder);
    await eventually('the campaign is over', async () => {
      const { data: campaigns } = await clientOf(before, key).listCampaigns();
      return campaigns.every(({ status }) => status === 'completed');
    });
    const answered = await answers(clientOf(before, key), operateOlder);
    assert.is(await before.stop(), 0);

    const operate = (...args: string[]) => command(COMMAND_LINE, env, ...args);
    assert.match(await operate('serve', '--plan'), 'Nothing was changed.');
    const now = await startServiceProcess({ env });
    const client = clientOf(now, key);
    assert.equal(await answers(client, operate), answered);
    const [first = ''] = SENDS;
    const again = { from: FROM, to: first, subject: 'Hi', text: 'Hello', tags: ['first'] };
    const { id } = await client.sendEmail(again, { idempotencyKey: first });
    assert.ok(JSON.stringify(answered.messages).includes(id), 'a key of then gives the receipt of then');
    const receipt = await client.sendEmail({ ...again, to: ['gone@example.com', 'new@example.com'] });
    assert.equal(receipt.suppressed_recipients, ['gone@example.com']);
    await eventually('the log is sealed, and verifies', async () => {
      const verified = await run(process.execPath, [...COMMAND_LINE, 'audit', 'verify'], { env });
      if (!/nothing was sealed yet/.test(verified.output)) assert.is(verified.code, 0, verified.output);
      return verified.code === 0;
    });
    assert.is(await now.stop(), 0);
    await refusesNewer(older, data, env, folder.path);
    folder.remove();
  });

/** A folder of a later format is refused by name, and nothing is changed in it. */
async function refusesNewer(
  older: readonly string[],
  data: string,
  env: Record<string, string>,
  folder: string,
) {
  const newer = join(folder, 'newer');
  cpSync(data, newer, { recursive: true });
  const db = openSqlite(join(newer, 'ledger.sqlite'), { busyTimeoutMs: 1_000 });
  db.exec('PRAGMA user_version = 5');
  db.close();
  const started = await run(process.execPath, [...older, 'serve'], {
    env: { ...env, POSTLEDGER_DATA: newer, POSTLEDGER_PORT: '0' },
  });
  assert.is(started.code, 1, started.output);
  assert.match(started.output, 'was written by a newer version (format 5; this one knows 4)');
}

test('each version is named by its whole commit', () => {
  assert.ok(versions.length > 0);
  for (const { version, commit } of versions) assert.match(commit, /^[0-9a-f]{40}$/, version);
});

test('a version that the history lacks fails by its name', async () => {
  const missing = missingTool('git');
  if (missing !== null) return skipped(missing);
  const lost = { version: '9.9.9', commit: '0'.repeat(40) };
  const said = await builtVersion(lost, join(ROOT, 'build', 'none')).catch((error: Error) => error.message);
  assert.match(String(said), 'the history lacks 9.9.9 (commit 0000000000000000000000000000000000000000)');
});

test.run();
