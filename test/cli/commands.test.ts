// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../../src/cli/run.ts';
import { decideSuppression } from '../../src/commands/email/suppress.ts';
import { apiKeyHash } from '../../src/commands/workspace/apiKeySecret.ts';
import { SCOPES } from '../../src/commands/workspace/scopes.ts';
import { type Terminal, terminal, workspaceInTerminal } from './terminal.ts';

const commands = suite<{ cli: Terminal }>('commands');

commands.before.each(async (state) => {
  state.cli = await terminal();
  await state.cli.run('workspaces create default');
});

commands('workspaces are created once a name, listed and paced', async ({ cli }) => {
  const created = await cli.json('workspaces create acme');
  assert.equal(created.data, { id: workspaceInTerminal('acme'), name: 'acme' });
  assert.equal((await cli.json('workspaces create acme')).data, created.data);
  await cli.json('workspaces pace acme --per-second 5 --per-day 100');
  const { data } = await cli.json('workspaces list');
  assert.equal(
    data.map((each: Record<string, unknown>) => [each.name, each.per_second, each.per_day]),
    [
      ['acme', 5, 100],
      ['default', 10, 10_000],
    ],
  );
  assert.match((await cli.run('workspaces list')).stdout, /^NAME +ID .*\nacme +/);
});

commands('a workspace is suspended with its reason, listed so, and resumed', async ({ cli }) => {
  await cli.json('workspaces create acme');
  assert.match((await cli.run('workspaces suspend acme')).stderr, /--reason/);
  for (const verb of ['suspend', 'resume'])
    assert.match((await cli.run(['workspaces', verb, 'acme', '--reason', '  '])).stderr, /must be one line/);
  const reasonOf = async () => {
    const { data } = await cli.json('workspaces list');
    return data.find(({ name }: { name: string }) => name === 'acme').suspended?.reason ?? null;
  };
  assert.is((await cli.json('workspaces suspend acme --reason stolen')).data.name, 'acme');
  assert.is(await reasonOf(), 'stolen');
  assert.match((await cli.run('workspaces list')).stdout, /\nacme .*stolen/);
  await cli.json('workspaces resume acme --reason mended');
  assert.is(await reasonOf(), null);
});

commands('links are revoked by what names them, listed with the reason, and restored', async ({ cli }) => {
  for (const line of ['links revoke', 'links revoke --all --url https://bad.test', 'links restore'])
    assert.match((await cli.run(line)).stderr, 'say which links: --all, or --message ID, or --url ADDRESS.');
  assert.match((await cli.run('links revoke --url ftp://bad.test')).stderr, 'must be a web address');
  const unknown = '0b1f9d1e-8a53-4c5e-9a3e-0a4f0f9f2a11';
  assert.match((await cli.run(`links revoke --message ${unknown}`)).stderr, `no email ${unknown}`);
  assert.match((await cli.run('links restore --all')).stderr, 'were not revoked');
  await cli.json('links revoke --url https://bad.test --reason phishing');
  await cli.json('links revoke --url https://bad.test/ --reason phishing');
  await cli.json('links revoke --all');
  assert.equal((await cli.json('links list')).data, [
    { email_id: null, url: 'https://bad.test/', reason: 'phishing' },
    { email_id: null, url: null, reason: 'revoked by an operator' },
  ]);
  await cli.json('links restore --all');
  assert.is((await cli.json('links list')).data.length, 1);
  assert.match(
    (await cli.run('links list --workspace default')).stdout,
    /Links to https:\/\/bad\.test\/ +phishing/,
  );
});

commands('a key is shown once, listed without its secret, and revoked', async ({ cli }) => {
  const { data } = await cli.json('keys create --scopes email:send,sms:send --name ci --expires 30d');
  assert.equal(Object.keys(data), ['id', 'key', 'scopes', 'track', 'expires_at']);
  assert.equal([data.scopes, data.expires_at], [['email:send', 'sms:send'], '2026-01-31T00:00:00.000Z']);
  const stored = await cli.models.apiKeys.get(data.id);
  assert.is(stored?.document.hash, apiKeyHash(data.key), 'the read model has it before the key is printed');

  const listed = await cli.run('keys list --json');
  assert.not.match(listed.stdout, data.key);
  assert.is((await cli.json(`keys revoke ${data.id.toUpperCase()}`)).exitCode, 0);
  assert.is((await cli.json('keys list')).data[0].status, 'revoked');
});

commands('all scopes, and scopes there are not', async ({ cli }) => {
  assert.equal((await cli.json('keys create --scopes all')).data.scopes, SCOPES);
  const refused = await cli.run('keys create --scopes email:send,email:read');
  assert.is(refused.exitCode, 2);
  assert.match(refused.stderr, 'there is no scope "email:read"');
  for (const expires of ['30', '0d', 'soon', '-1d', '1.5h', '999999999d']) {
    const { exitCode, stderr } = await cli.run(['keys', 'create', '--scopes', 'all', `--expires=${expires}`]);
    assert.is(exitCode, 2, expires);
    assert.match(stderr, 'duration such as');
  }
});

commands('credits add up, also below zero', async ({ cli }) => {
  assert.is((await cli.json('credits grant 100')).data.balance, 100);
  assert.is((await cli.json('credits grant -130')).data.balance, -30);
  assert.is((await cli.json('credits balance')).data.balance, -30);
  for (const wrong of [
    '1.5',
    '0',
    '1000000000001',
    '-1000000000001',
    '9007199254740993',
    '1'.repeat(400),
    '1e3',
    'Infinity',
  ]) {
    const { exitCode, stderr } = await cli.run(`credits grant ${wrong}`);
    assert.is(exitCode, 2, wrong);
    assert.match(
      stderr,
      wrong === '0' ? /other than 0/ : /whole number from -1000000000000 to 1000000000000\./,
    );
  }
  assert.is((await cli.json('credits balance')).data.balance, -30);
});

commands('a statement by month ends at the balance', async ({ cli }) => {
  assert.match((await cli.run('credits statement')).stdout, 'has no credits granted or used');
  await cli.run('credits grant 100');
  await cli.ledger.clock.advance(59 * 86_400_000);
  await cli.run('credits grant -130');
  const { data } = await cli.json('credits statement');
  assert.equal(data.months, [
    { month: '2026-01', opening: 0, granted: 100, email: 0, sms: 0, closing: 100 },
    { month: '2026-03', opening: 100, granted: -130, email: 0, sms: 0, closing: -30 },
  ]);
  assert.is(data.balance, (await cli.json('credits balance')).data.balance);
  assert.is(
    (await cli.run('credits statement --csv')).stdout,
    'month,opening,granted,email,sms,closing\n2026-01,0,100,0,0,100\n2026-03,100,-130,0,0,-30\n',
  );
});

commands('suppressions are added, listed and lifted, in the workspace that was named', async ({ cli }) => {
  await cli.json('workspaces create acme');
  await cli.json('suppressions add Ann@Example.org --workspace acme');
  assert.equal((await cli.json('suppressions list')).data, []);
  const { data } = await cli.json('suppressions list --workspace acme');
  assert.equal([data[0].address, data[0].reason], ['Ann@Example.org', 'operator']);
  const removed = await cli.run(
    `suppressions remove ann@example.org --workspace ${workspaceInTerminal('acme')}`,
  );
  assert.is(removed.stdout, 'ann@example.org is sent to again.\n');
  const events = cli.store.log.length;
  const again = await cli.run('suppressions remove ann@example.org --workspace acme');
  assert.match(again.stderr, 'ann@example.org is not suppressed in workspace acme');
  assert.is(cli.store.log.length, events, 'nothing was appended');
  assert.is((await cli.run('suppressions list --workspace acme')).stdout, 'Nothing is suppressed.\n');
  assert.is((await cli.run('suppressions add ann')).exitCode, 2);
});

commands('a reason is one line, as the console has it too', async ({ cli }) => {
  const events = cli.store.log.length;
  for (const words of [
    ['suppressions', 'add', 'ann@example.org'],
    ['links', 'revoke', '--all'],
  ])
    for (const reason of ['', ' ', 'two\nlines', '\u001b[2Jgone', 'x'.repeat(501)]) {
      const { exitCode, stderr } = await cli.run([...words, '--reason', reason]);
      assert.is(exitCode, 2, JSON.stringify(reason));
      assert.match(stderr, 'It must be one line of 1 to 500 characters.');
    }
  assert.is(cli.store.log.length, events, 'nothing was appended');
});

commands('SMS templates are approved, listed and withdrawn', async ({ cli }) => {
  const approve = [
    'sms-templates',
    'approve',
    '--name',
    'code',
    '--body',
    'Your code is {{ code }}',
    '--json',
  ];
  const { stdout } = await cli.run(approve);
  const { id, ...rest } = JSON.parse(stdout);
  assert.equal(rest, { name: 'code', body: 'Your code is {{ code }}' });
  assert.is((await cli.run(approve)).exitCode, 2, 'a name belongs to one');
  const faulty = await cli.run(['sms-templates', 'approve', '--name', 'x', '--body', 'a\n{% if b %}']);
  assert.is(faulty.exitCode, 2);
  assert.match(faulty.stderr, /line 2: tag {% if b %} not closed/);
  assert.equal((await cli.json('sms-templates list')).data.length, 1);
  assert.is((await cli.run(`sms-templates withdraw ${id.toUpperCase()}`)).exitCode, 0);
  assert.equal((await cli.json('sms-templates list')).data, []);
  assert.is((await cli.run(`sms-templates withdraw ${id}`)).exitCode, 3);
});

commands('numbers are assigned, listed and released', async ({ cli }) => {
  await cli.run('numbers assign +4915123456789');
  await cli.run('numbers assign +4915123456789');
  assert.equal((await cli.json('numbers list')).data, [{ number: '+4915123456789' }]);
  assert.is((await cli.run('numbers release +4915123456789')).exitCode, 0);
  assert.is((await cli.run('numbers release +4915123456789')).exitCode, 3);
  assert.is((await cli.run('numbers assign 015123456789')).exitCode, 2);
});

commands('an unknown workspace is named, in words and as JSON', async ({ cli }) => {
  for (const line of ['keys list', 'credits balance', 'suppressions list', 'webhooks deliveries']) {
    const { exitCode, stdout, stderr } = await cli.run(`${line} --workspace nowhere`);
    assert.equal([exitCode, stdout], [3, ''], line);
    assert.match(stderr, /^postledger: there is no workspace nowhere/);
    const json = await cli.json(`${line} --workspace nowhere`);
    assert.match(json.data.error.message, 'there is no workspace nowhere');
  }
});

commands('what is not a command line gets one sentence', async ({ cli }) => {
  for (const line of ['nonsense', 'keys nonsense', 'keys revoke', 'keys list --nonsense', 'keys revoke x']) {
    const { exitCode, stderr } = await cli.run(line);
    assert.is(exitCode, 2, line);
    assert.match(stderr, /^postledger: .+\n$/, line);
    const asJson = await cli.run(`${line} --json`);
    assert.type(JSON.parse(asJson.stderr).error.message, 'string', line);
  }
  assert.is((await cli.run('--help')).exitCode, 0);
  assert.match((await cli.run('keys create --help')).stdout, '--workspace');
  assert.match((await cli.run('--version')).stdout, /^\d+\.\d+\.\d+(-rc\.\d+)?\n$/);
});

commands('a wrong setting is named', async () => {
  const cli = await terminal({ POSTLEDGER_PORT: 'http' });
  const { exitCode, stderr } = await cli.run('workspaces list');
  assert.is(exitCode, 2);
  assert.match(stderr, 'POSTLEDGER_PORT');
});

commands('what the system refuses gets one sentence, a fault of the code its place', async () => {
  const failing = async (error: Error) => {
    let stderr = '';
    const exitCode = await runCli(['keys', 'list'], {
      env: {},
      stdout: () => {},
      stderr: (text) => {
        stderr += text;
      },
      isWatched: false,
      open: () => Promise.reject(error),
    });
    assert.is(exitCode, 1);
    return stderr;
  };
  const refused = Object.assign(new Error('listen EADDRINUSE: in use'), { syscall: 'listen' });
  assert.is(await failing(refused), 'postledger: listen EADDRINUSE: in use\n');
  assert.match(await failing(new TypeError('x is undefined')), /commands\.test\.[jt]s:\d/);
});

commands('config shows no secret', async () => {
  const cli = await terminal({ SMTP_URL: 'smtp://me:hunter2@relay.example.org' });
  const { stdout } = await cli.run('config');
  assert.not.match(stdout, 'hunter2');
  assert.match(stdout, /SMTP_URL +\(set, not shown\) +environment/);
  const { data } = await cli.json('config');
  assert.is(data.find(({ name }: { name: string }) => name === 'POSTLEDGER_PORT').value, 3025);
});

commands('texts of customers cannot speak to the terminal', async ({ cli }) => {
  const origin = {
    actor: 'key:1',
    workspace: workspaceInTerminal('default'),
    correlation: '',
    causation: null,
  };
  await decideSuppression(cli.ledger, origin, {
    do: 'add',
    address: 'ann@example.org',
    reason: '\u001b[2Jgone',
  });
  const { stdout } = await cli.run('suppressions list');
  assert.not.ok(stdout.includes('\u001b'));
  assert.ok(stdout.includes('\\x1b[2Jgone'));
});

commands.run();
