// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { printedCommand } from '../cli/printedCommand.ts';
import { rejection } from '../contract/eventStore/events.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const test = suite('ids over starts and master keys');
const folder = temporaryFolder();
test.after(() => folder.remove());

type Keys = Readonly<Record<string, string>>;
const keysOf = (present: string, previous?: string): Keys => ({
  POSTLEDGER_MASTER_KEY: present.repeat(64),
  ...(previous !== undefined && { POSTLEDGER_MASTER_KEY_PREVIOUS: previous.repeat(64) }),
});

const environmentOf = (keys: Keys) => ({
  ...{ POSTLEDGER_DATA: folder.path, POSTLEDGER_PORT: '0', POSTLEDGER_LOG_LEVEL: 'silent' },
  ...{ POSTLEDGER_ROLES: 'api,projector,sender,dispatcher', ...keys },
});

/** Starts a service with these keys, calls it, and stops it. */
async function served(
  keys: Keys,
  calls: (post: (path: string, body: object, key?: string) => Promise<Answer>) => Promise<void>,
  apiKey = '',
): Promise<string> {
  const settings = readSettings(environmentOf(keys));
  const service = await startService(settings, await openPorts(settings, 'silent'));
  const bearer = service.firstKey ?? apiKey;
  try {
    await calls(async (path, body, key) => {
      const headers = {
        ...{ authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(key !== undefined && { 'idempotency-key': key }),
      };
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as Answer;
    });
  } finally {
    await service.stop();
  }
  return bearer;
}
type Answer = { readonly id: string; readonly suppressed_recipients: readonly string[] };

const command = (keys: Keys, line: string) => printedCommand(environmentOf(keys), line.split(' '));

const mail = (to: string) => ({ from: 'shop@example.org', to, subject: 's', text: 't' });
const ANN = 'ann@example.com';

test('a key that is used again after a restart, or under another master key, gives the message of then', async () => {
  let first = { message: '', contact: '' };
  const apiKey = await served(keysOf('a'), async (post) => {
    first = {
      message: (await post('/v1/emails', mail(ANN), 'order 7')).id,
      contact: (await post('/v1/contacts', { email: ANN })).id,
    };
  });
  assert.is((await command(keysOf('a'), `suppressions add ${ANN}`)).exitCode, 0);
  for (const keys of [keysOf('a'), keysOf('b', 'a'), keysOf('b'), keysOf('c', 'b'), keysOf('c')])
    await served(
      keys,
      async (post) => {
        assert.is((await post('/v1/emails', mail(ANN), 'order 7')).id, first.message);
        assert.is((await post('/v1/contacts', { email: ANN })).id, first.contact);
        const { id, suppressed_recipients: suppressed } = await post(
          '/v1/emails',
          mail(ANN),
          `new ${JSON.stringify(keys)}`,
        );
        assert.is.not(id, first.message);
        assert.equal(suppressed, [ANN]);
      },
      apiKey,
    );
  const { printed } = await command(keysOf('c'), `audit show ${ANN}`);
  assert.match(printed, 'suppressed by an operator');
});

test('under another master key nothing is served, and no address is looked for; both say so by name', async () => {
  for (const keys of [keysOf('a'), keysOf('b'), keysOf('d', 'a')]) {
    const refused = (await rejection(served(keys, async () => assert.unreachable('it is served')))) as Error;
    assert.is(refused.name, 'MasterKeyRefused');
    for (const line of [`audit show ${ANN}`, `suppressions remove ${ANN}`, 'messages find --key x']) {
      const { exitCode, printed } = await command(keys, line);
      assert.is(exitCode, 1, line);
      assert.match(printed, /^postledger: the master key is not the one of ledger [^\n]+\n$/);
    }
  }
  assert.is((await command(keysOf('a'), 'suppressions list')).exitCode, 0, 'what needs no id takes any key');
});

test.run();
