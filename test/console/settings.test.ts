import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decideSenderDomain } from '../../src/commands/workspace/senderDomains.ts';
import { DnsUnavailable } from '../../src/ports/dnsRecords.ts';
import { consoleFixture } from './consoleFixture.ts';

/** What the page of a workspace says of keys, of what waits, and of DNS. */
const test = suite('console: a workspace');

const PAGE = '/w/default/settings';

test('keys with the day of their last send, and what waits for the pace', async () => {
  const at = await consoleFixture();
  const ann = await at.loggedIn();
  assert.match((await ann.get(PAGE)).text, '<td>never</td>');
  assert.match((await ann.get(PAGE)).text, '<dt>Waits</dt><dd>nothing</dd>');
  await at.api.call('POST', '/v1/emails', {
    body: { from: 'shop@acme.test', to: 'ann@customer.test', subject: 's', text: 't' },
    idempotencyKey: 'k',
  });
  await at.api.project();
  const { text } = await ann.get(PAGE);
  const now = new Date(at.api.clock.nowMs()).toISOString();
  assert.match(text, `<td>${now.slice(0, 10)}</td>`);
  assert.match(text, '1 message, the oldest since <time datetime="2026');
  await at.close();
});

test('a key that has expired, and one without a name', async () => {
  const at = await consoleFixture();
  const { keyWith, clock, store } = at.api;
  await keyWith(['email:send'], { expiresAtMs: clock.nowMs() + 60_000 });
  const ann = await at.loggedIn();
  const created = store.log.findLast(({ type }) => type === 'ApiKeyCreated');
  const { keyId } = (created?.data ?? {}) as { keyId?: string };
  const { text } = await ann.get(PAGE);
  assert.match(text, `Revoke ${keyId} …</a>`);
  assert.not.match(text, 'Revoke null');
  clock.pass(60_000);
  const viewer = await at.loggedIn({ role: 'viewer', name: 'Vic' });
  for (const one of [ann, viewer]) {
    const row = (await one.get(PAGE)).text.split(`<code>${keyId}</code>`)[1]?.split('</tr>')[0] ?? '';
    assert.match(row, '<td>expired</td>');
  }
  await at.close();
});

test('a suspension is answered once the page shows it', async () => {
  const at = await consoleFixture({ autoProject: false });
  await at.api.project();
  const ann = await at.loggedIn();
  for (const [act, shown] of [
    ['suspend', 'Let it send again</button>'],
    ['resume', 'Suspend it</button>'],
  ] as const) {
    const acting = ann.post(`${PAGE}/${act}`, { reason: 'x' }, PAGE);
    const waits = Promise.race([acting.then(() => false), at.api.clock.asleep().then(() => true)]);
    assert.ok(await waits, act);
    await at.api.project();
    at.api.clock.pass(50);
    assert.match((await ann.get(String((await acting).headers.location))).text, shown);
  }
  await at.close();
});

test('what DNS says now of each record of a domain, asked for at most every ten seconds', async () => {
  let asked = 0;
  let txt: () => Promise<readonly string[]> = async () => ['v=spf1 a ~all'];
  const dns = {
    txt: () => {
      asked++;
      return txt();
    },
    mx: async () => [],
  };
  const at = await consoleFixture({ dns });
  const { api } = at;
  const algorithm = 'ed25519-sha256';
  const keys = [{ selector: 's1', algorithm, publicKey: 'AAAA', sealedPrivateKey: 'sealed' } as const];
  await decideSenderDomain(api.ledger, api.origin, { do: 'add', domain: 'acme.test', keys });
  const ann = await at.loggedIn({ role: 'viewer' });
  const page = `${PAGE}/domains/acme.test`;
  assert.match((await ann.get(PAGE)).text, `href="${page}"`);
  const { text } = await ann.get(page);
  assert.match(text, '<span class="good">there</span>');
  assert.match(text, '<code>v=spf1 a ~all</code>');
  assert.match(text, '<span class="warn">different</span>', 'the keys');
  assert.match(text, '<span class="bad">missing</span>', 'DMARC');
  const before = asked;
  await ann.get(page);
  assert.is(asked, before);
  txt = () => Promise.reject(new DnsUnavailable('DNS gives no answer for acme.test (ETIMEOUT)'));
  at.api.clock.pass(10_000);
  const away = await ann.get(page);
  assert.is(away.status, 200);
  assert.match(away.text, 'DNS gives no answer for acme.test (ETIMEOUT).');
  assert.is((await ann.get(`${PAGE}/domains/other.test`)).status, 404);
  await at.close();
});

test.run();
