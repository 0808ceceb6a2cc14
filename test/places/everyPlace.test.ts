// runs in: test:all
// timeout: 240 s
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ledgerPath, openLedgerToRead } from '../../src/adapters/embedded/log/ledgerFile.ts';
import { readSettings } from '../../src/config.ts';
import { PART_KINDS } from '../../src/events/event.ts';
import { collectionOf, temporaryCollection } from '../../src/follow/fold/projection.ts';
import { openLedgerPorts } from '../../src/main/ledgerPorts.ts';
import { personOf } from '../../src/places/person.ts';
import type { Held, HeldToCut, PersonalPlace } from '../../src/places/place.ts';
import { places } from '../../src/places/places.ts';
import { messages } from '../../src/projections/messages.ts';
import { cliProcess } from '../cli/cliProcess.ts';
import { client } from '../e2e/client.ts';
import { eventually } from '../e2e/eventually.ts';
import { freePort } from '../servers/servers.ts';
import { type ServiceProcess, startServiceProcess } from '../support/serviceProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const ANN = 'ann-3f9a@people.example';
const BOB = 'bob-77c1@people.example';
const NUMBER = '+4520417733';
const OWN_NUMBER = '+4511111111';
const SUBJECT = 'Unrepeated subject 5ca1ab1e';
const WORDS = 'never said before deadbeat';
const SENT = [ANN, BOB, NUMBER.slice(1), SUBJECT, WORDS, 'Annabella', 'Quartermain'];

const owns = (of: 'files' | 'collections', name: string) => places.filter((place) => place[of]?.test(name));

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Paths of the files in which one of the texts is, in any letter case. */
const holding = (folder: string, ...texts: readonly string[]) =>
  filesBelow(folder).filter((path) => {
    const bytes = readFileSync(join(folder, path)).toString('latin1').toLowerCase();
    return texts.some((text) => bytes.includes(text.toLowerCase()));
  });

async function withLedger<Result>(
  data: string,
  action: (held: HeldToCut) => Promise<Result>,
): Promise<Result> {
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'silent');
  try {
    return await action({ ...ports, folder: data });
  } finally {
    await ports.close();
  }
}

/** Does everything that leaves something in a data folder, and ends. */
async function lived(data: string): Promise<void> {
  const [submission, bounces] = [await freePort(), await freePort()];
  const env = {
    ...{ POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'silent', POSTLEDGER_SUBMISSION_PORT: `${submission}` },
    ...{ POSTLEDGER_BOUNCE_PORT: `${bounces}`, POSTLEDGER_BOUNCE_DOMAIN: 'bounces.example' },
    POSTLEDGER_WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  };
  const service = await startServiceProcess({ env });
  try {
    await everythingDone(data, env, service, { submission, bounces });
  } finally {
    assert.is(await service.stop(), 0);
  }
}

async function everythingDone(
  data: string,
  env: Readonly<Record<string, string>>,
  service: ServiceProcess,
  { submission, bounces }: { readonly submission: number; readonly bounces: number },
): Promise<void> {
  const pass = service.firstKey ?? '';
  const customer = client([service.url], pass);
  const operator = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await cliProcess(env, ...args);
    assert.is(exitCode, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  };
  await operator('sms-templates', 'approve', '--name', 'code', '--body', 'Your code is {{ code }}');
  await operator('numbers', 'assign', OWN_NUMBER);
  const events = ['delivered', 'bounced', 'submitted'].slice(0, 2);
  await customer.call('POST', '/v1/webhooks', 201, { name: 'hook', url: 'https://127.0.0.1:9/hook', events });
  const person = { email: ANN, first_name: 'Annabella', last_name: 'Quartermain', phone: NUMBER };
  const contact = await customer.call<{ id: string }>('POST', '/v1/contacts', 200, person);
  const template = await customer.call<{ id: string }>('POST', '/v1/templates', 201, {
    ...{ friendly_name: 'news', name: 'News', subject: SUBJECT, text: WORDS },
  });
  const audience = await customer.call<{ id: string }>('POST', '/v1/audiences', 201, {
    ...{ name: 'all', contact_ids: [contact.id] },
  });
  await customer.call('POST', '/v1/campaigns', 202, {
    ...{ name: 'news', from: 'a@sender.test', audience_id: audience.id, template_id: template.id },
  });
  const long = `${WORDS} ${'<p>It goes on and on.</p>'.repeat(4_000)} for ${ANN}`;
  const content = Buffer.from(`of ${ANN}`).toString('base64');
  const mail = { from: 'a@sender.test', to: 'transactional@people.example', subject: SUBJECT };
  await customer.send({ ...mail, to: ANN, bcc: [BOB], html: long, text: WORDS }, 'long');
  await customer.send(
    { ...mail, to: BOB, text: WORDS, attachments: [{ filename: 'a.txt', type: 'text/plain', content }] },
    'attached',
  );
  const code = { from: OWN_NUMBER, to: NUMBER, template: 'code', variables: { code: WORDS } };
  await customer.call(
    ...(['POST', '/v1/sms', 202] as const),
    { ...code, consent_basis: 'transactional' },
    { 'idempotency-key': 'sms' },
  );
  const submitted = { host: '127.0.0.1', port: submission, auth: { user: 'any', pass }, ignoreTLS: true };
  await createTransport(submitted).sendMail({ ...mail, to: ANN, text: WORDS });
  await operator('suppressions', 'add', BOB, '--reason', WORDS);
  const back = createTransport({ host: '127.0.0.1', port: bounces, ignoreTLS: true });
  const raw = `From: <${ANN}>\r\nSubject: ${SUBJECT}\r\n\r\n${WORDS}\r\n`;
  await back.sendMail({ envelope: { from: ANN, to: ['d-unknown@bounces.example'] }, raw }).catch(() => {});
  for (const [name, to, text] of [
    ['stop', OWN_NUMBER, 'STOP'],
    ['stray', '+4599999999', WORDS],
  ])
    writeFileSync(
      join(data, 'sms-inbox', `${name}.json`),
      JSON.stringify({ id: name, from: NUMBER, to, text }),
    );
  await eventually('all is done', () => {
    const files = filesBelow(data);
    const inbox = files.filter((path) => /^sms-inbox\/(done|unknown)\//.test(path)).length;
    const mails = files.filter((path) => /^outbox\/.*\.eml$/.test(path)).length;
    return mails === 5 && inbox === 2 && files.some((path) => path.startsWith('sms-outbox/'));
  });
  await eventually('it is folded', async () => {
    const { stdout } = await cliProcess(env, 'messages', 'find', '--to', ANN, '--json');
    return (JSON.parse(stdout) as { messages: unknown[] }).messages.length === 3;
  });
}

/** What only damage and commands that were broken off leave. */
async function damaged(data: string): Promise<void> {
  for (const is of ['damaged', 'ahead']) {
    writeFileSync(join(data, 'read-models.condemned'), JSON.stringify({ is, why: 'a test' }));
    await withLedger(data, async () => {});
    const env = { POSTLEDGER_DATA: data, POSTLEDGER_LOG_LEVEL: 'silent' };
    const { exitCode, stderr } = await cliProcess(env, 'projections', 'rebuild');
    assert.is(exitCode, 0, stderr);
  }
  await withLedger(data, async ({ documents }) => {
    const next = await documents.collection<object>(temporaryCollection(messages(1), 'next'));
    const current = await documents.collection<object>(collectionOf(messages(1)));
    for await (const stored of current.scan()) await next.writeMany([stored]);
  });
  writeFileSync(join(data, 'ledger.sqlite-wal.damaged-1764230000000'), `…${ANN}…${BOB}…${NUMBER}`);
}

type Finding = Readonly<Record<string, readonly string[]>>;

async function findings(held: Held, named: string): Promise<Finding> {
  const person = personOf(named);
  const found: Record<string, readonly string[]> = {};
  for (const { name, search } of places) {
    if (typeof search === 'string') continue;
    const names: string[] = [];
    for await (const each of search.find(held, person)) names.push(each);
    if (names.length > 0) found[name] = names;
  }
  return found;
}

const folder = temporaryFolder();
const data = join(folder.path, 'data');
const test = suite('every place of a service that did everything');
test('a service does everything that leaves something', async () => {
  await lived(data);
  await damaged(data);
});
test.after(() => folder.remove());

/** What no row owns. */
async function unowned(held: Held): Promise<string[]> {
  const collections = await held.documents.list();
  return [
    ...filesBelow(data).filter((path) => owns('files', path).length === 0),
    ...collections.filter((name) => owns('collections', name).length === 0),
  ];
}

test('a row owns every file and every collection, and one that is new is noticed', async () => {
  await withLedger(data, async (held) => {
    assert.equal(await unowned(held), []);
    assert.equal(
      ['outbox', 'sms-outbox', 'sms-inbox', 'unmatched-mail', 'blobs', 'leases', 'reports'].filter(
        (name) => !existsSync(join(data, name)),
      ),
      [],
    );
    await held.documents.collection({ name: 'read_receipts_v1', indexes: {} });
    writeFileSync(join(data, 'notes.json'), '{}');
    writeFileSync(join(data, 'blobs', 'list.txt'), '');
    assert.equal(await unowned(held), ['blobs/list.txt', 'notes.json', 'read_receipts_v1']);
    await held.documents.drop('read_receipts_v1');
  });
});

test('the ledger has no table but the events and their parts, and no event has what was sent', () => {
  const { db } = openLedgerToRead(data);
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
  assert.equal(
    tables.map(({ name }) => name),
    ['events', ...PART_KINDS].sort(),
  );
  const texts = db
    .prepare('SELECT stream, id, data, metadata FROM events')
    .all()
    .map((row) => JSON.stringify(row));
  const parts = PART_KINDS.flatMap((kind) => db.prepare(`SELECT text FROM ${kind}`).all());
  db.close();
  const found = (rows: readonly string[]) => SENT.filter((text) => rows.some((row) => row.includes(text)));
  assert.equal(found(texts), []);
  assert.equal(found(parts.map((row) => JSON.stringify(row))), SENT);
  assert.ok(existsSync(ledgerPath(data)));
});

for (const named of [ANN, BOB, NUMBER])
  test(`each file with the bytes of ${named} is of a place where it is found`, async () => {
    const paths = holding(data, named);
    const found = await withLedger(data, (held) => findings(held, named));
    const missed = paths.filter((path) => !owns('files', path).some(({ name }) => name in found));
    assert.equal(missed, []);
    assert.ok(paths.length > 3);
    for (const path of paths.filter((one) => /^[a-z-]+\/.*\.(eml|json)$/.test(one)))
      assert.ok(Object.values(found).flat().includes(path), path);
  });

test('what is known to be theirs is found where their address is not: a blind copy, a blob, an id', async () => {
  const found = await withLedger(data, (held) => findings(held, BOB));
  const bytes = holding(data, BOB);
  assert.is(found.outbox?.length, 2);
  assert.is(
    bytes.filter((path) => path.startsWith('outbox/')).length,
    1,
    'of a blind copy only the file name tells',
  );
  assert.is(found.blobs?.length, 2);
  assert.ok(found['read model messages']?.some((name) => name.startsWith('messages_v')));
  assert.ok(found['read model messages']?.some((name) => /^messages_v\d+_next /.test(name)));
});

test('what is found is cut, in place, and no byte of it is left in the folder', async () => {
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const path of filesBelow(data).filter((one) => one.startsWith('blobs/')))
    utimesSync(join(data, path), old, old);
  const before = holding(data, ANN, BOB, NUMBER.slice(1));
  assert.ok(before.length > 8);
  await withLedger(data, async (held) => {
    const cut: (readonly [PersonalPlace, readonly string[]])[] = [];
    for (const named of [ANN, BOB, NUMBER]) {
      const found = await findings(held, named);
      for (const place of places) cut.push([place, found[place.name] ?? []]);
    }
    for (const [{ search }, names] of cut)
      if (typeof search !== 'string') await search.cut(held, [...new Set(names)]);
  });
  assert.equal(holding(data, ANN, BOB, NUMBER.slice(1)), []);
  assert.ok(statSync(ledgerPath(data)).size > 0);
});

test.run();
