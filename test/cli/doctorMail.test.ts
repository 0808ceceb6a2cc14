import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runChecks } from '../../src/cli/doctor/check.ts';
import { mailCheck } from '../../src/cli/doctor/mailCheck.ts';
import { readSettings } from '../../src/config.ts';
import { openMailer } from '../../src/main/mailer.ts';
import { reply, smtpSink } from '../adapters/smtp/smtpServer.ts';
import { manualClock } from '../support/manualClock.ts';
import { seededIds } from '../support/seededIds.ts';

const test = suite('doctor on mail');
const looked = async (env: Record<string, string>) => {
  const { found } = await runChecks([mailCheck(readSettings(env))], new Set());
  assert.ok(found[0]);
  return found[0];
};

test('speaks to the relay, as far as it goes without sending', async () => {
  const sink = await smtpSink({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'u' }) : done(reply(535, '5.7.8 wrong password')),
  });
  const url = (password: string) => `smtp://u:${password}@127.0.0.1:${sink.port}?tls=opportunistic`;
  const well = await looked({ SMTP_URL: url('right') });
  assert.ok(well.ok && /log-in is right/.test(well.says), well.says);
  const refused = await looked({ SMTP_URL: url('wrong') });
  assert.not.ok(refused.ok);
  assert.match(refused.says, /authentication.*535 5\.7\.8/);
  assert.match(refused.mend ?? '', /SMTP_URL/);
  await sink.close();
  assert.match((await looked({ SMTP_URL: url('right') })).says, /no mail can leave: connection/);
});

test('an invalid address ends the start, and is named without its password', async () => {
  const parts = { clock: manualClock(), ids: seededIds() };
  for (const env of [{ SMTP_URL: 'u:secret@mail.example:25' }, { POSTLEDGER_MAIL: 'relay' }]) {
    try {
      openMailer(readSettings(env), parts);
      assert.unreachable();
    } catch (error) {
      assert.ok(error instanceof Error && error.name.endsWith('Invalid'), String(error));
      assert.match(error.message, /SMTP_URL/);
      assert.not.match(error.message, /secret/);
    }
  }
});

test.run();
