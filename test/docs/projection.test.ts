import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEmbeddedDocuments } from '../../src/adapters/embedded/documents/documents.ts';
import { openEmbeddedLog } from '../../src/adapters/embedded/open.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { email } from '../../src/events/email.ts';
import { BEGINNING, type NewEvent } from '../../src/events/event.ts';
import { type AnyProjection, openProjection } from '../../src/follow/fold/projection.ts';
import { foldLog } from '../../src/rebuild/foldLog.ts';
import { rebuildProjections } from '../../src/rebuild/rebuild.ts';
import { verifyProjections } from '../../src/rebuild/verify.ts';
import { plainEmail, recipient } from '../sender/senderBench.ts';
import { ROOT } from '../support/project.ts';
import { quietLog } from '../support/quietLog.ts';
import { seededIds } from '../support/seededIds.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { recipientDomains } from './recipientDomains.ts';

const test = suite('docs/writing-a-projection.md');

const ids = seededIds('projection');
const WORKSPACE = ids.uuid();

const event = (type: string, data: object): NewEvent => ({
  ...{ id: ids.uuid(), type, data },
  metadata: {
    ...{ v: 1, workspace: WORKSPACE, actor: 'key:1', correlation: ids.uuid(), causation: null },
    at: '2026-01-01T00:00:00.000Z',
  },
});

const accepted = (...addresses: readonly string[]) =>
  event('EmailAccepted', {
    ...plainEmail,
    recipients: addresses.map((address, n) => recipient(n, address)),
  });

const bounced = (address: string) =>
  event('Bounced', {
    ...{ deliveryId: ids.uuid(), suppressionId: ids.uuid(), recipient: address, sandbox: false },
    ...{ bounceType: 'Permanent', bounceSubType: 'General', diagnosticCode: '550 no' },
  });

test('the page shows the file that is tested here', () => {
  const page = readFileSync(join(ROOT, 'docs', 'writing-a-projection.md'), 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  const file = readFileSync(join(ROOT, 'test', 'docs', 'recipientDomains.ts'), 'utf8');
  assert.is(code, file.replaceAll("'../../src/", "'../"));
});

test('it is folded from a log, queried, verified, and rebuilt', async () => {
  const folder = temporaryFolder();
  const store = await openEmbeddedLog(folder.path, { log: quietLog });
  const documents = openEmbeddedDocuments(folder.path, { clock: systemClock, log: quietLog });
  const projection = recipientDomains as unknown as AnyProjection;
  const collection = await openProjection(documents, recipientDomains);
  const fold = () =>
    foldLog(store, [{ projection, collection: collection as never }], BEGINNING).then(() => {});

  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const [first = '', second = ''] = ids.map((id) => email.stream(id));
  await store.append(first, 'no-stream', [
    accepted('a@one.test', 'b@One.test', 'c@two.test'),
    bounced('b@One.test'),
  ]);
  await store.append(second, 'no-stream', [
    accepted('d@two.test'),
    bounced('d@two.test'),
    bounced('c@two.test'),
  ]);
  await fold();
  await fold();

  const query = { index: 'byBounced', equals: [WORKSPACE], descending: true, limit: 10 };
  const found = (await collection.page(query)).map(({ document }) => document);
  const of = (domain: string, accepted: number, bounced: number) => ({
    workspace: WORKSPACE,
    domain,
    accepted,
    bounced,
  });
  assert.equal(found, [of('two.test', 2, 2), of('one.test', 2, 1)]);

  const different = async () => {
    const [verdict] = await verifyProjections(store, documents, [projection], fold);
    return verdict?.different;
  };
  assert.equal(await different(), []);
  const key = `${WORKSPACE}/one.test`;
  const { position } = (await collection.get(key)) ?? {};
  if (position === undefined) throw new Error('no document');
  await documents.drop('recipient_domains_v1');
  const emptied = await openProjection(documents, recipientDomains);
  await emptied.writeMany([{ key, position, document: of('one.test', 7, 7) }]);
  assert.ok((await different())?.includes(key));
  await rebuildProjections(store, documents, [projection], (exchange) => exchange(() => {}));
  assert.equal(await different(), []);
  assert.equal(
    (await emptied.page(query)).map(({ document }) => document),
    found,
  );
  await documents.close();
  await store.close();
  folder.remove();
});

test.run();
