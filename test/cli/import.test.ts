// runs in: test:all

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Terminal, terminal } from './terminal.ts';

const imports = suite<{ cli: Terminal; folder: string }>('import');

imports.before.each(async (state) => {
  state.cli = await terminal();
  state.folder = mkdtempSync(join(tmpdir(), 'import-'));
  await state.cli.run('workspaces create default');
});
imports.after.each(({ folder }) => rmSync(folder, { recursive: true }));

/** Writes a file and imports it; `path` is another one's for a repeated import. */
const importing =
  ({ cli, folder }: { cli: Terminal; folder: string }) =>
  async (what: string, content: string, options = '', name = 'export.csv') => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return cli.json(`import ${what} ${path} ${options}`.trim());
  };

const eventsOf = ({ store }: Terminal, type: string) => store.log.filter((event) => event.type === type);

imports(
  'suppressions come once, each an event with its origin, and are listed by their reasons',
  async (state) => {
    const file =
      'address,reason,since\nAnn@example.net,hard bounce,2020-03-01\nbob@example.net,asked by telephone,\n';
    const run = importing(state);
    const { data, exitCode } = await run('suppressions', file, '--as Ann');
    assert.is(exitCode, 0);
    assert.equal([data.read, data.added, data.unchanged, data.lifted, data.faulty], [2, 2, 0, 0, 0]);
    const [first] = eventsOf(state.cli, 'SuppressionAdded');
    assert.is(first?.metadata.person, 'Ann');
    assert.equal(first?.data, {
      address: 'Ann@example.net',
      reason: 'imported: hard bounce',
      imported: {
        from: 'plain',
        kind: 'bounce',
        since: '2020-03-01T00:00:00.000Z',
        file: 'export.csv',
        place: 'line 2',
      },
    });
    const listed = (await state.cli.json('suppressions list')).data as { address: string; reason: string }[];
    assert.equal(listed.map(({ address, reason }) => `${address} ${reason}`).sort(), [
      'Ann@example.net bounce',
      'bob@example.net operator',
    ]);
    const again = await run('suppressions', file);
    assert.equal([again.data.added, again.data.unchanged], [0, 2]);
    assert.is(eventsOf(state.cli, 'SuppressionAdded').length, 2);
  },
);

imports(
  'what was lifted here comes back only by a row that is newer, whatever file brings it',
  async (state) => {
    const run = importing(state);
    const row = (since: string) => `address,reason,since\nann@example.net,bounce,${since}\n`;
    await run('suppressions', row('2020-01-01'));
    await state.cli.run('suppressions remove ann@example.net');
    const [lift] = eventsOf(state.cli, 'SuppressionRemoved');
    const liftMs = Date.parse(lift?.metadata.at ?? '');
    const outcome = async (since: string, options = '', name = 'other.csv') => {
      const { data } = await run('suppressions', row(since), options, name);
      return `${data.added} ${data.lifted}`;
    };
    for (const since of [
      '',
      '2020-01-01',
      new Date(liftMs).toISOString(),
      '9999-01-01T00:00:00Z',
      'yesterday',
    ])
      assert.is(await outcome(since), '0 1', since);
    await run(
      'suppressions',
      `EmailAddress,SuppressionReason,Origin,CreatedAt\nANN@example.net,HardBounce,Recipient,2020-01-01\n`,
      '--from postmark',
    );
    assert.is(eventsOf(state.cli, 'SuppressionAdded').length, 1);
    await state.cli.clock.advance(60_000);
    const newer = new Date(liftMs + 1).toISOString();
    assert.is(await outcome(newer), '1 0');
    await state.cli.run('suppressions remove ann@example.net');
    assert.is(await outcome(newer), '0 1', 'the second lift counts');
  },
);

imports('what was suppressed by hand stays as it is, and a lift of that counts too', async (state) => {
  const run = importing(state);
  await state.cli.run('suppressions add ann@example.net');
  assert.is((await run('suppressions', 'ann@example.net\n')).data.unchanged, 1);
  await state.cli.run('suppressions remove ann@example.net');
  assert.is((await run('suppressions', 'ann@example.net\n')).data.lifted, 1);
});

imports('an address that comes twice in a file is suppressed once', async (state) => {
  const { data } = await importing(state)(
    'suppressions',
    'ann@example.net\nANN@EXAMPLE.NET\nAnn@example.net\n',
  );
  assert.equal([data.added, data.unchanged], [1, 2]);
  assert.is(eventsOf(state.cli, 'SuppressionAdded').length, 1);
});

imports('a trial changes nothing', async (state) => {
  const before = state.cli.store.log.length;
  const run = importing(state);
  assert.is((await run('suppressions', 'ann@example.net\n', '--dry-run')).data.added, 1);
  assert.is((await run('contacts', 'email\nann@example.net\n', '--dry-run')).data.added, 1);
  const template = '{"friendly_name":"a","name":"A","subject":"S","text":"T"}';
  assert.is((await run('templates', template, '--dry-run')).data.added, 1);
  assert.is(state.cli.store.log.length, before);
});

imports('every bad line is named by its number, and the others go on', async (state) => {
  const path = join(state.folder, 'bad.csv');
  const lines = [
    'address;reason;since',
    'ann@example.net;bounce;yesterday',
    'nobody;bounce;',
    '"open;bounce;',
    'bob@example.net;x;',
    ';;',
  ];
  writeFileSync(path, `\uFEFF${lines.join('\r\n')}`);
  const { exitCode, stdout, stderr } = await state.cli.run(`import suppressions ${path}`);
  assert.is(exitCode, 5);
  assert.match(stderr, 'line 2: its time yesterday cannot be read: taken as without one');
  assert.match(stderr, 'line 3: nobody is no email address');
  assert.match(stderr, 'line 4: its quotes do not end');
  assert.match(stderr, 'line 6: it has no address');
  assert.match(stdout, '5 rows were read as a table with semicolons');
  assert.match(stdout, '2 suppressed now');
  assert.match(stdout, '3 faulty');
});

imports('a file that is not there, or has no addresses, is said', async (state) => {
  const missing = await state.cli.run(`import suppressions ${state.folder}/none.csv`);
  assert.is(missing.exitCode, 3);
  assert.match(missing.stderr, 'there is no such file');
  const { exitCode, data } = await importing(state)('suppressions', 'id,reason\n1,x\n');
  assert.is(exitCode, 2);
  assert.match(data.error.message, 'its head is id, reason');
});

imports('contacts come once, and what is known here stays', async (state) => {
  const run = importing(state);
  const file = 'email,first_name,last_name,subscribed,tags,plan\nann@example.net,Ann,Berg,yes,a|b,gold\n';
  assert.is((await run('contacts', file)).data.added, 1);
  assert.is((await run('contacts', file)).data.unchanged, 1);
  const changed = file
    .replace('Ann,Berg,yes', 'Anna,Berg,no')
    .replace('email,', 'email,phone,')
    .replace('net,', 'net,+4512345678,');
  assert.is((await run('contacts', changed)).data['filled in'], 1);
  const saved = eventsOf(state.cli, 'ContactSaved').map(({ data }) => data as object);
  assert.equal(saved[1], { email: 'ann@example.net', phone: '+4512345678' });
  const long = await run('contacts', `email,first_name\nbob@example.net,${'x'.repeat(101)}\n`);
  assert.is(long.exitCode, 5);
  assert.match(long.data.faults[0].fault, '/first_name');
  assert.is((await run('contacts', 'address\nann@example.net\n', '--from postal')).exitCode, 2);
});

imports(
  'templates of SendGrid come in Liquid, and what cannot be translated is named and left out',
  async (state) => {
    const version = (subject: string, html_content: string) => ({
      active: 1,
      subject,
      html_content,
      plain_content: 'Hi {{name}}',
      generate_plain_content: false,
    });
    const file = JSON.stringify({
      result: [
        {
          id: 'd-1',
          name: 'Order shipped!',
          generation: 'dynamic',
          versions: [{ active: 0 }, version('{{{subject}}}', '{{#each items}}{{t}}{{/each}}')],
        },
        { id: 'd-2', name: 'Order shipped!', generation: 'dynamic', versions: [version('Hello', 'x')] },
        {
          id: 'd-3',
          name: 'Partial',
          generation: 'dynamic',
          versions: [version('Hello', 'one\n{{> footer}}')],
        },
        { id: 'l-4', name: 'Old', generation: 'legacy', versions: [version('Hello', 'x')] },
      ],
    });
    const run = importing(state);
    const { data, exitCode } = await run('templates', file, '--from sendgrid');
    assert.is(exitCode, 5);
    assert.equal([data.added, data.faulty], [2, 2]);
    assert.match(data.faults[0].fault, 'Partial (d-3), html, line 2: `> footer`');
    const created = eventsOf(state.cli, 'TemplateCreated').map(
      ({ data: one }) => one as { friendlyName: string; html: { inline: string } },
    );
    assert.equal(
      created.map(({ friendlyName }) => friendlyName),
      ['order-shipped', 'order-shipped-d2'],
    );
    assert.match(created[0]?.html.inline ?? '', '{% for item_2 in list_1 %}');
    const again = await run('templates', file, '--from sendgrid');
    assert.equal([again.data.added, again.data.unchanged], [0, 2]);
  },
);

imports('templates of Postmark come within their layouts', async (state) => {
  const file = JSON.stringify([
    {
      Name: 'Frame',
      Alias: 'frame',
      TemplateType: 'Layout',
      HtmlBody: '<body>{{{ @content }}}</body>',
      TextBody: '{{{@content}}}',
    },
    {
      Name: 'Welcome',
      Alias: 'welcome',
      TemplateType: 'Standard',
      LayoutTemplate: 'frame',
      Subject: 'Hi {{name}}',
      HtmlBody: '<p>$& {{name}}</p>',
      TextBody: 'Hi {{name}}',
    },
  ]);
  const { data } = await importing(state)('templates', file, '--from postmark');
  assert.equal([data.added, data.layout, data.faulty], [1, 1, 0]);
  const [created] = eventsOf(state.cli, 'TemplateCreated');
  const { html } = (created?.data ?? {}) as { html: { inline: string } };
  assert.is(html.inline, '<body><p>$& {{ name | default: "", allow_false: true }}</p></body>');
});

imports.run();
