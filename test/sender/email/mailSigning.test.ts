// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dkimSigner } from '../../../src/adapters/mime/dkimSigner.ts';
import { sealedSecrets } from '../../../src/adapters/node/sealedSecrets.ts';
import { signingKeys } from '../../../src/adapters/node/signingKeys.ts';
import { deliveryOfId } from '../../../src/commands/email/deliveryId.ts';
import { newEvents } from '../../../src/commands/kernel/ledger.ts';
import { newSenderKeys } from '../../../src/commands/workspace/newSenderKeys.ts';
import { decideSenderDomain, senderDomainsOf } from '../../../src/commands/workspace/senderDomains.ts';
import { workspace } from '../../../src/events/workspace.ts';
import { mailSigning } from '../../../src/sender/email/mailSigning.ts';
import { dkimVerdicts } from '../../support/dkimVerdicts.ts';
import { quietLog } from '../../support/quietLog.ts';
import { seededIds } from '../../support/seededIds.ts';
import { CORRELATION, recipient, type SenderBench, senderBench, TOKENS, WORKSPACE } from '../senderBench.ts';

/** Which mail leaves, and under whose signature. */
const test = suite('mail signing');

const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const ids = seededIds('signing');
const secrets = sealedSecrets(Buffer.alloc(32, 7), ids);
const origin = { workspace: WORKSPACE, actor: 'operator', correlation: CORRELATION, causation: null };

async function benchWith(requireDomains: boolean, opened = secrets): Promise<SenderBench> {
  const plain = await senderBench();
  const signing = mailSigning({
    ledger: plain.ledger,
    secrets: opened,
    signer: dkimSigner(),
    log: quietLog,
    requireDomains,
  });
  const events = [{ type: 'WorkspaceOpened', data: { name: 'x' } }];
  await plain.store.append(workspace.stream(WORKSPACE), 'no-stream', newEvents(plain.ledger, origin, events));
  const worker = plain.anotherWorker({ signing });
  return { ...plain, run: (emailId) => plain.run(emailId, worker) };
}

async function verified(
  bench: SenderBench,
  domain: string,
  what: 'add' | 'rotate' = 'add',
): Promise<Map<string, string>> {
  const keys = await newSenderKeys({ ids, secrets, signingKeys }, WORKSPACE, domain);
  await decideSenderDomain(bench.ledger, origin, { do: what, domain, keys });
  const published = keys.map(({ selector }) => selector);
  await decideSenderDomain(bench.ledger, origin, { do: 'check', domain, published });
  return new Map(
    keys.map(({ selector, algorithm, publicKey }) => [
      `${selector}._domainkey.${domain}`,
      `v=DKIM1; k=${algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519'}; p=${publicKey}`,
    ]),
  );
}

const fails = (domain: string) => passes(domain).map((one) => one.replace('pass', 'fail'));
const passes = (domain: string) => [`ed25519-sha256 ${domain} pass`, `rsa-sha256 ${domain} pass`];

test('mail of a verified domain is signed for each recipient, that of others leaves as it is', async () => {
  const bench = await benchWith(false);
  const zone = await verified(bench, 'a.example');
  const recipients = [recipient(1, 'a@b.example'), recipient(2, 'c@b.example')];
  const handedOver = { sha256: '0'.repeat(64) };
  bench.mailer.answer = () => ({ outcome: 'delivered', response: '250 ok', handedOver });
  await bench.accept(ID, { html: { inline: '<a href="https://x.co">' }, recipients });
  await bench.run(ID);
  assert.is(bench.mailer.sent.length, 2);
  for (const [place, { raw }] of bench.mailer.sent.entries()) {
    assert.equal(await dkimVerdicts(raw, zone), passes('a.example'));
    const mail = raw.toString('latin1');
    const [line = '', value = ''] = /^X-Postledger-Id: (.*)\r\n/m.exec(mail) ?? [];
    assert.equal(deliveryOfId(TOKENS, value), { emailId: ID, recipient: place, extra: '' });
    for (const forged of [mail.replace(line, ''), `${line}${mail}`, mail.replace(value, value.slice(1))])
      assert.equal(await dkimVerdicts(Buffer.from(forged, 'latin1'), zone), fails('a.example'));
  }
  const delivered = (await bench.events(ID)).filter((event) => event.type === 'Delivered');
  const handover = { ...handedOver, sender: 'me@a.example', dkim: [...zone.keys()] };
  assert.equal(
    delivered.map(({ data }) => data.handover),
    [handover, handover],
  );
  const other = 'bbbbbbbb-0000-4000-8000-000000000000';
  await bench.accept(other, { from: 'x@other.example' });
  await bench.run(other);
  assert.not.match(bench.mailer.sent[2]?.raw.toString() ?? 'DKIM', 'DKIM');
});

test('a domain covers those below it, the nearest one first; never those above or next to it', async () => {
  const bench = await benchWith(true);
  const zone = new Map([
    ...(await verified(bench, 'shop.example')),
    ...(await verified(bench, 'mail.shop.example')),
  ]);
  for (const [from, signed] of [
    ['x@shop.example', 'shop.example'],
    ['X <x@News.Shop.EXAMPLE>', 'shop.example'],
    ['x@mail.shop.example', 'mail.shop.example'],
    ['x@eu.mail.shop.example', 'mail.shop.example'],
    ['x@example.example', null],
    ['x@myshop.example', null],
    ['x@shop.example.evil.example', null],
  ] as const) {
    const id = ids.uuid();
    await bench.accept(id, { from });
    await bench.run(id);
    const rejected = (await bench.events(id)).find(({ type }) => type === 'Rejected');
    assert.is(rejected === undefined, signed !== null, from);
    if (signed !== null)
      assert.equal(await dkimVerdicts(bench.mailer.sent.at(-1)?.raw, zone), passes(signed), from);
  }
});

test('where domains are required, mail from others is rejected and the sandbox plays on', async () => {
  const bench = await benchWith(true);
  const recipients = [recipient(1, 'a@b.example'), recipient(2, 'x@example.com')];
  await bench.accept(ID, { recipients });
  await bench.run(ID);
  assert.equal(await bench.history(ID), [
    'Submitted x@example.com',
    'Delivered x@example.com',
    'Rejected a@b.example',
  ]);
  const rejected = (await bench.events(ID)).at(-1);
  assert.is(rejected?.type === 'Rejected' && rejected.data.reason, 'sender domain not verified');
  assert.is(bench.mailer.sent.length, 0);

  const keys = await newSenderKeys({ ids, secrets, signingKeys }, WORKSPACE, 'a.example');
  await decideSenderDomain(bench.ledger, origin, { do: 'add', domain: 'a.example', keys });
  const early = 'cccccccc-0000-4000-8000-000000000000';
  await bench.accept(early, {});
  await bench.run(early);
  assert.equal(
    await bench.history(early),
    ['Rejected you@b.example'],
    'a domain that is only wanted is not verified',
  );

  const published = keys.map(({ selector }) => selector);
  await decideSenderDomain(bench.ledger, origin, { do: 'check', domain: 'a.example', published });
  const later = 'bbbbbbbb-0000-4000-8000-000000000000';
  await bench.accept(later, {});
  await bench.run(later);
  assert.is(bench.mailer.sent.length, 1, 'a domain that was verified just now is known at once');
});

test('keys that are exchanged sign within a second, and a removed domain no more', async () => {
  const bench = await benchWith(false);
  const zone = await verified(bench, 'a.example');
  const send = async () => {
    const id = ids.uuid();
    await bench.accept(id, {});
    await bench.run(id);
    return bench.mailer.sent.at(-1)?.raw;
  };
  assert.equal(await dkimVerdicts(await send(), zone), passes('a.example'));
  const newer = await verified(bench, 'a.example', 'rotate');
  bench.clock.pass(1_000);
  const raw = await send();
  assert.equal(await dkimVerdicts(raw, newer), passes('a.example'));
  assert.is(
    (await senderDomainsOf(bench.ledger, WORKSPACE))[0]?.keys.length,
    2,
    'the others left DNS, so they go',
  );
  await decideSenderDomain(bench.ledger, origin, { do: 'remove', domain: 'a.example' });
  bench.clock.pass(1_000);
  assert.not.match((await send())?.toString() ?? 'DKIM', 'DKIM');
});

test('a key that does not open signs nothing, and the mail goes', async () => {
  const bench = await benchWith(false, sealedSecrets(Buffer.alloc(32, 8), ids));
  await verified(bench, 'a.example');
  await bench.accept(ID, {});
  await bench.run(ID);
  assert.not.match(bench.mailer.sent[0]?.raw.toString() ?? 'DKIM', 'DKIM');
});

test.run();
