import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { signedTokens } from '../../../src/adapters/node/signedTokens.ts';
import { relayMailer } from '../../../src/adapters/smtp/relayMailer.ts';
import { deliveryOfLocalPart } from '../../../src/commands/email/deliveryToken.ts';
import { returnPath } from '../../../src/sender/email/returnPath.ts';
import { plainTalk, scriptedServer } from '../../adapters/smtp/scriptedServer.ts';
import { recipient, senderBench } from '../senderBench.ts';

const test = suite('return path');
const tokens = signedTokens(Buffer.alloc(32, 7));
const ID = 'aaaaaaaa-0000-4000-8000-000000000000';
const people = [recipient(1, 'a@b.example'), recipient(2, 'c+d@b.example')];

async function linesOf(bounceDomain: string | undefined, ehlo: string): Promise<string[]> {
  const server = await scriptedServer(plainTalk({}, ehlo));
  const mailer = relayMailer({ url: `smtp://127.0.0.1:${server.port}` }, { maxConnections: 1 });
  const bench = await senderBench({ mailer, returnPath: returnPath(tokens, bounceDomain) });
  await bench.accept(ID, { recipients: people });
  await bench.run(ID);
  await mailer.close();
  await server.close();
  return server.lines.filter((line) => /^(MAIL|RCPT)/.test(line));
}

test('under a bounce domain each recipient has a sender address that decodes to its delivery, and all is asked for', async () => {
  const lines = await linesOf('bounce.a.example', '250-here\r\n250 DSN');
  const senders = lines.flatMap((line) => /^MAIL FROM:<([^@]+)@bounce\.a\.example>/.exec(line)?.[1] ?? []);
  assert.equal(
    senders.map((local) => deliveryOfLocalPart(tokens, local)),
    [0, 1].map((place) => ({ emailId: ID, recipient: place, extra: '' })),
  );
  assert.ok(lines[0]?.endsWith(` RET=HDRS ENVID=${people[0]?.deliveryId}`), lines[0]);
  assert.equal(
    lines.filter((line) => line.startsWith('RCPT')),
    [
      'RCPT TO:<a@b.example> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;a@b.example',
      'RCPT TO:<c+d@b.example> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;c+2Bd@b.example',
    ],
  );
});

test('without one it is the sender’s own address, which gets reports of failures alone', async () => {
  const lines = await linesOf(undefined, '250-here\r\n250 DSN');
  assert.ok(lines[0]?.startsWith('MAIL FROM:<me@a.example> '));
  assert.is(lines[1], 'RCPT TO:<a@b.example> NOTIFY=FAILURE ORCPT=rfc822;a@b.example');
});

test('where reports are not offered nothing is asked for', async () => {
  assert.equal(await linesOf(undefined, '250 here'), [
    'MAIL FROM:<me@a.example>',
    'RCPT TO:<a@b.example>',
    'MAIL FROM:<me@a.example>',
    'RCPT TO:<c+d@b.example>',
  ]);
});

test.run();
