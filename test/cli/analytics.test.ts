// runs in: test:all

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newEvents } from '../../src/commands/kernel/ledger.ts';
import { GROUPINGS } from '../../src/projections/messageFigures.ts';
import { seededIds } from '../support/seededIds.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { SEED } from '../support/testRun.ts';
import { terminal, workspaceInTerminal } from './terminal.ts';

const test = suite('analytics query');
const W = workspaceInTerminal('default');
const CAMPAIGN = '00000000-0000-4000-8000-0000000000c1';

/** Messages with one recipient at each of the domains, of which some bounced or complained, an hour after one another. */
async function filled(messages: number) {
  const cli = await terminal();
  const ids = seededIds('analytics');
  const random = seededRandom(SEED);
  await cli.run('workspaces create default');
  const startMs = Date.parse('2026-03-01T00:30:00.000Z');
  for (let n = 0; n < messages; n++) {
    const at = new Date(startMs + n * 3_600_000).toISOString();
    const ofRecipient = (deliveryId: string) => ({
      deliveryId,
      suppressionId: deliveryId,
      recipient: 'x',
      sandbox: false,
    });
    const by = { workspace: n % 10 === 9 ? ids.uuid() : W, actor: 'key:1', correlation: W, causation: null };
    const decided: { type: string; data: object }[] = [
      {
        type: 'EmailAccepted',
        data: {
          ...{
            from: 'shop@example.org',
            subject: 's',
            credits: 2,
            scheduledFor: null,
            batchId: null,
            batch: null,
          },
          ...{ template: null, campaign: n % 2 ? { campaignId: CAMPAIGN } : null, suppressedRecipients: [] },
          tags: [[], ['a'], ['a', 'b, "c"']][n % 3],
          recipients: ['One.example', 'two.example'].map((domain) => ({
            ...{
              deliveryId: `${n} ${domain}`,
              suppressionId: `${n} ${domain}`,
              address: `p@${domain}`,
              kind: 'to',
              sandbox: false,
            },
          })),
        },
      },
      { type: 'Delivered', data: ofRecipient(`${n} One.example`) },
    ];
    const bounceSubType = random() < 0.5 ? 'NoEmail' : 'MailboxFull';
    if (n % 4 === 0)
      decided.push({
        type: 'Bounced',
        data: { ...ofRecipient(`${n} two.example`), bounceType: 'Permanent', bounceSubType },
      });
    if (n % 8 === 0) decided.push({ type: 'Complained', data: ofRecipient(`${n} One.example`) });
    const opened = (more: object) => ({
      type: 'Opened',
      data: { ...ofRecipient(`${n} One.example`), ...more },
    });
    if (n % 5 === 0) decided.push(opened({}), opened({ repeated: true }));
    else decided.push(opened({ automated: true, automatedBy: 'agent' }));
    if (n % 20 === 0)
      decided.push({ type: 'Clicked', data: { ...ofRecipient(`${n} One.example`), url: 'https://x.co' } });
    const events = newEvents(cli.ledger, by, decided).map((event) => ({
      ...event,
      metadata: { ...event.metadata, at },
    }));
    await cli.store.append(`email-${ids.uuid()}`, 'no-stream', events);
  }
  return cli;
}

test('counts by each group, and from the log the same', async () => {
  const cli = await filled(80);
  for (const by of GROUPINGS) {
    const live = await cli.json(`analytics query --by ${by}`);
    const recounted = await cli.json(`analytics query --by ${by} --recount`);
    assert.is(live.exitCode, 0, JSON.stringify(live.data));
    assert.ok(live.data.rows.length > 0);
    assert.equal(recounted.data, live.data, by);
  }
  const rowsOf = async (options: string) => (await cli.json(`analytics query ${options}`)).data.rows;
  const days = await rowsOf('--by day');
  assert.equal(
    days.map(({ day }: { day: string }) => day),
    ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
  );
  const [one, two] = await rowsOf('--by domain');
  assert.is(one.domain, 'one.example');
  assert.equal([one.messages, one.recipients, one.complained, one.delivered], [72, 72, 10, 62]);
  assert.equal([two.bounced, two.queued], [20, 52]);
  // Of 80 every fifth; of these every tenth is another workspace's.
  assert.equal([one.opened, one.clicked, two.opened, two.clicked], [16, 4, 0, 0]);
  const bounces = await rowsOf('--by bounce-sub-type');
  assert.equal(
    bounces.map((row: { bounce_sub_type: string | null }) => row.bounce_sub_type),
    [null, 'MailboxFull', 'NoEmail'],
  );
  assert.is(bounces[1].bounced + bounces[2].bounced, 20);
  const tags = await rowsOf('--by tag');
  assert.equal(
    tags.map(({ tag }: { tag: string | null }) => tag),
    [null, 'a', 'b, "c"'],
  );
  assert.is(tags[0].messages + tags[1].messages, 72);
  assert.is((await rowsOf('--by hour --since 2026-03-01T01:00:00Z --until 2026-03-01T03:59:00Z')).length, 3);
  // Nothing is left of the recount.
  assert.equal([...cli.leased], []);
});

test('gives a table, CSV or JSON Lines', async () => {
  const cli = await filled(9);
  const table = (await cli.run('analytics query --by tag')).stdout.split('\n');
  assert.match(
    table[0] ?? '',
    /^TAG +MESSAGES +RECIPIENTS +COMPLAINED +BOUNCED +QUEUED +DELIVERED +OPENED +CLICKED$/,
  );
  const csv = (await cli.run('analytics query --by tag --format csv')).stdout.split('\n');
  assert.match(csv[0] ?? '', /^tag,messages,recipients,complained,bounced,rejected,/);
  assert.match(csv[3] ?? '', /^"b, ""c""",3,6,/);
  const lines = (await cli.run('analytics query --by tag --format jsonl')).stdout.trim().split('\n');
  assert.equal(
    lines.map((line) => JSON.parse(line)),
    (await cli.json('analytics query --by tag')).data.rows,
  );
  const none = 'analytics query --since 2099-01-01T00:00:00Z';
  assert.match((await cli.run(none)).stdout, /no such messages/);
  assert.is((await cli.run(`${none} --format jsonl`)).stdout, '', 'no line, as there is no row');
  assert.is((await cli.run('analytics query --by week')).exitCode, 2);
});

test('a recount is refused while another command folds the same read model', async () => {
  const cli = await filled(1);
  cli.leased.add(`model/messages_v${cli.projections.messages.version}`);
  const { exitCode, stderr } = await cli.run('analytics query --recount');
  assert.is(exitCode, 4);
  assert.match(stderr, /another command rebuilds or verifies the read model messages/);
});

test.run();
