import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/config.ts';
import { BEGINNING } from '../../src/events/event.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { eventually } from '../e2e/eventually.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('a process that folds and sends');
const folder = temporaryFolder();
test.after(() => folder.remove());

test('sends a mail without reading its stream again, whose acceptance it has just read', async () => {
  const settings = readSettings({
    ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'silent' },
    ...{ POSTLEDGER_ROLES: 'api,projector,sender', POSTLEDGER_CONSOLE_PORT: 'off' },
  });
  const ports = await openPorts(settings, 'silent');
  const { store } = ports;
  const read: string[] = [];
  const service = await startService(settings, {
    ...ports,
    store: {
      ...store,
      readStream(stream, options) {
        read.push(stream);
        return store.readStream(stream, options);
      },
    },
  });
  try {
    const headers = {
      authorization: `Bearer ${service.firstKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'one',
    };
    const mail = { from: 'a@b.test', to: 'transactional@example.com', subject: 's', text: 't' };
    const request = { method: 'POST', headers, body: JSON.stringify(mail) };
    assert.is((await fetch(`${service.url}/v1/emails`, request)).status, 202);
    await eventually('it is sent', async () =>
      (await store.readAll({ after: BEGINNING, limit: 100 })).events.some(({ type }) => type === 'Delivered'),
    );
    assert.equal(
      read.filter((stream) => stream.startsWith('email-')),
      [],
    );
  } finally {
    await service.stop();
  }
});

test.run();
