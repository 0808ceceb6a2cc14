import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { email } from '../../src/events/email.ts';
import { webhookDelivery, webhookDeliveryIdOf } from '../../src/events/webhookDelivery.ts';
import { webhooks } from '../../src/events/webhooks.ts';
import type { PostOutcome } from '../../src/ports/poster.ts';
import { verifyWebhook } from '../../src/webhooks/verifyWebhook.ts';
import { seededIds } from '../support/seededIds.ts';
import { terminal, workspaceInTerminal } from './terminal.ts';

const test = suite('webhooks commands');

const workspace = workspaceInTerminal('default');
const HOUR_MS = 3_600_000;
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
const hour = (n: number) => new Date(START_MS + n * HOUR_MS).toISOString();

/** A ledger with events of which a test says itself when they happened. */
async function ledgerOf(post?: () => PostOutcome) {
  const cli = await terminal({}, { ...(post && { post }) });
  await cli.run('workspaces create default');
  const ids = seededIds('webhooks');
  const append = async (stream: string, at: string, ...events: { type: string; data: object }[]) => {
    const last = (await cli.store.readStream(stream)).at(-1);
    const metadata = { v: 1, workspace, actor: 'a', correlation: ids.uuid(), causation: null, at };
    const recorded = events.map((event) => ({ ...event, id: ids.uuid(), metadata }));
    await cli.store.append(stream, last?.revision ?? 'no-stream', recorded);
    return recorded.map(({ id }) => id);
  };
  const endpoint = async (events = ['*'], at = hour(0)) => {
    const endpointId = ids.uuid();
    const data = { endpointId, name: 'n', url: 'https://x.test/', events, sealedSecret: 'sealed' };
    await append(webhooks.stream(workspace), at, { type: 'WebhookEndpointCreated', data });
    return endpointId;
  };
  const disable = (endpointId: string) => {
    const data = { endpointId, status: 'DISABLED' };
    return append(webhooks.stream(workspace), hour(0), { type: 'WebhookEndpointChanged', data });
  };
  /** An email event, and what became of it at an endpoint. */
  const event = async (type: 'Delivered' | 'Opened', at: string, recipient = 'ann@b.co') => {
    const messageId = ids.uuid();
    const data = { deliveryId: ids.uuid(), suppressionId: ids.uuid(), recipient, sandbox: false };
    const [eventId = ''] = await append(email.stream(messageId), at, { type, data });
    return { messageId, eventId, kind: type.toLowerCase(), at };
  };
  type Happened = Awaited<ReturnType<typeof event>>;
  const delivery = async (
    { messageId, eventId, kind, at }: Happened,
    endpointId: string,
    end: 'pending' | 'delivered' | 'dead' | 'waiting' | 'disabled',
  ) => {
    const id = webhookDeliveryIdOf(eventId, endpointId);
    const data = { endpointId, eventId, kind, body: JSON.stringify({ id: eventId }), subjectId: messageId };
    await append(webhookDelivery.stream(id), at, { type: 'WebhookDeliveryScheduled', data });
    const failed = {
      endpointId,
      attempt: 1,
      status: 503,
      reason: 'status',
      answer: 'busy\u001b[2J',
      durationMs: 12,
    };
    const reset = {
      endpointId,
      attempt: 2,
      status: null,
      reason: 'reset',
      durationMs: 7,
      nextAttemptAt: null,
    };
    const ends = {
      pending: [],
      delivered: [{ type: 'WebhookDelivered', data: { endpointId, attempt: 1, status: 204, durationMs: 5 } }],
      waiting: [{ type: 'WebhookAttemptFailed', data: { ...failed, nextAttemptAt: hour(99) } }],
      dead: [
        { type: 'WebhookAttemptFailed', data: { ...failed, nextAttemptAt: at } },
        { type: 'WebhookAttemptFailed', data: reset },
        { type: 'WebhookDeliveryDied', data: { attempts: 7 } },
      ],
      disabled: [
        { type: 'WebhookAttemptFailed', data: { ...failed, nextAttemptAt: at } },
        { type: 'WebhookDeliveryDied', data: { attempts: 1, reason: 'endpoint_disabled' } },
      ],
    }[end];
    if (ends.length > 0) await append(webhookDelivery.stream(id), at, ...ends);
    return id;
  };
  /** Which deliveries were made due by an operator, how often each. */
  const requeued = () => {
    const found: Record<string, number> = {};
    for (const { stream, type, metadata } of cli.store.log)
      if (metadata.actor === 'operator' && /^webhookdelivery-/.test(stream)) {
        assert.match(type, /Requeued|Scheduled/);
        const id = stream.slice('webhookdelivery-'.length);
        found[id] = (found[id] ?? 0) + 1;
      }
    return found;
  };
  return { cli, endpoint, disable, event, delivery, requeued };
}
const once = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, 1]));

test('deliveries are found by endpoint, state, kind, message and time', async () => {
  const { cli, endpoint, event, delivery } = await ledgerOf();
  const [a, b] = [await endpoint(), await endpoint()];
  const early = await event('Delivered', hour(1));
  const late = await event('Opened', hour(2));
  const ids = {
    earlyA: await delivery(early, a, 'dead'),
    earlyB: await delivery(early, b, 'delivered'),
    lateA: await delivery(late, a, 'waiting'),
    lateB: await delivery(late, b, 'pending'),
  };
  const found = async (options: string) => {
    const { data } = await cli.json(`webhooks deliveries ${options}`.trim());
    const names = Object.entries(ids);
    return data
      .map(({ id }: { id: string }) => names.find(([, each]) => each === id)?.[0])
      .sort()
      .join(' ');
  };
  assert.is(await found(''), 'earlyA earlyB lateA lateB');
  assert.is(await found(`--endpoint ${a}`), 'earlyA lateA');
  assert.is(await found('--state dead'), 'earlyA');
  assert.is(await found('--status pending'), 'lateA lateB');
  assert.is(await found('--kind opened'), 'lateA lateB');
  assert.is(await found(`--kind opened --endpoint ${b}`), 'lateB');
  assert.is(await found(`--since ${hour(2)}`), 'lateA lateB');
  assert.is(await found(`--until ${hour(1)} --state delivered`), 'earlyB');
  assert.is(await found(`--message ${early.messageId}`), 'earlyA earlyB');
  assert.is(await found(`--message ${early.messageId} --endpoint ${a} --state dead`), 'earlyA');
  assert.is(await found(`--message ${early.messageId} --kind opened`), '');
  assert.is(await found(`--message ${early.messageId} --since ${hour(2)}`), '');
  assert.is(await found('--kind email.opened'), '', 'the kind of the sandbox');
  const { exitCode, stderr } = await cli.run('webhooks deliveries --kind none');
  assert.is(exitCode, 2);
  assert.match(stderr, /--kind .*Allowed choices are .*rendering_failed/);
});

test('endpoints are listed with how they answer, and what waits for them', async () => {
  const { cli, endpoint, disable, event, delivery } = await ledgerOf();
  const [well, failing, unused] = [await endpoint(), await endpoint(), await endpoint()];
  const happened = await event('Delivered', hour(1));
  const later = await event('Opened', hour(2));
  await delivery(happened, well, 'delivered');
  await delivery(happened, failing, 'dead');
  await delivery(later, failing, 'waiting');
  await disable(unused);
  const { data } = await cli.json('webhooks endpoints');
  const untried = {
    ...{ answers: null, failing_since: null, last_status: null, last_reason: null },
    pending: 0,
  };
  assert.equal(
    data.map(({ slots_used, ...each }: { slots_used: number }) => each),
    [
      {
        ...{ ...untried, id: well, name: 'n', status: 'ACTIVE', answers: 'fast', last_status: 204 },
        ...{ median_answer_ms: 5, dead: 0 },
      },
      {
        ...{ ...untried, id: failing, name: 'n', status: 'ACTIVE', answers: 'fast', failing_since: hour(1) },
        ...{ last_status: 503, last_reason: 'status', median_answer_ms: 12, pending: 1, dead: 1 },
      },
      { ...untried, id: unused, name: 'n', status: 'DISABLED', median_answer_ms: null, dead: 0 },
    ],
  );
  const { stdout } = await cli.run('webhooks endpoints');
  assert.match(stdout, /ANSWERS.*FAILING SINCE.*MEDIAN MS/);
  assert.match(
    (await cli.run('webhooks endpoints --workspace nowhere')).stderr,
    'there is no workspace nowhere',
  );
});

test('an endpoint with more deliveries than are counted is not given the bound as their number', async () => {
  const { cli, endpoint, event, delivery } = await ledgerOf();
  const one = await endpoint();
  const first = await delivery(await event('Delivered', hour(1)), one, 'pending');
  await cli.run('webhooks endpoints');
  const stored = await cli.models.webhookDeliveries.get(first);
  assert.ok(stored !== null);
  const more = Array.from({ length: 10_000 }, (_, at) => ({ ...stored, key: `more ${at}` }));
  await cli.models.webhookDeliveries.writeMany(more);
  assert.match((await cli.run('webhooks endpoints')).stdout, / 10000 or more +0 /);
  assert.is((await cli.json('webhooks endpoints')).data[0].pending, 10_000);
});

test('a list shows the status of the answer, endpoint and message', async () => {
  const { cli, endpoint, event, delivery } = await ledgerOf();
  const a = await endpoint();
  const happened = [await event('Delivered', hour(1)), await event('Delivered', hour(2))] as const;
  await delivery(happened[0], a, 'waiting');
  await delivery(happened[1], a, 'dead');
  const { stdout } = await cli.run('webhooks deliveries');
  const [, dead = '', waiting = ''] = stdout.split('\n');
  assert.match(waiting, / 503 /);
  assert.match(dead, / reset /);
  assert.match(waiting, a);
  assert.match(waiting, happened[0].messageId);
});

test('one delivery is shown with every attempt and what was answered, in printable characters', async () => {
  const { cli, endpoint, event, delivery } = await ledgerOf();
  const a = await endpoint();
  const happened = await event('Delivered', hour(1));
  const id = await delivery(happened, a, 'dead');
  await cli.run(`webhooks redeliver ${id}`);
  const { data } = await cli.json(`webhooks show ${id}`);
  assert.is(data.status, 'pending');
  assert.equal(data.endpoint, { id: a, name: 'n', url: 'https://x.test/', status: 'ACTIVE' });
  assert.equal([data.event_id, data.message_id], [happened.eventId, happened.messageId]);
  const { at: _, by, ...first } = data.history[0];
  assert.equal(
    [by, first],
    [
      'a',
      {
        ...{ what: 'attempt', attempt: 1, outcome: 'status', status: 503, answer: 'busy\u001b[2J' },
        ...{ duration_ms: 12, next_attempt_at: hour(1) },
      },
    ],
  );
  assert.equal(
    data.history.map(({ what }: { what: string }) => what),
    ['attempt', 'attempt', 'dead', 'requeued'],
  );
  const { stdout } = await cli.run(`webhooks show ${id}`);
  assert.match(stdout, 'busy\\x1b[2J');
  assert.not.match(stdout, '\u001b');
  assert.is((await cli.run(`webhooks show ${a}`)).exitCode, 3);
});

test('a death shows its reason where it was not the seventh attempt', async () => {
  const { cli, endpoint, event, delivery } = await ledgerOf();
  const a = await endpoint();
  const outcomeOf = async (id: string) => {
    const { data } = await cli.json(`webhooks show ${id}`);
    const { what, attempt, outcome } = data.history.at(-1);
    return [what, attempt, outcome];
  };
  const disabled = await delivery(await event('Delivered', hour(1)), a, 'disabled');
  assert.equal(await outcomeOf(disabled), ['dead', 1, 'endpoint_disabled']);
  assert.match((await cli.run(`webhooks show ${disabled}`)).stdout, /dead +1 +endpoint_disabled/);
  assert.equal(await outcomeOf(await delivery(await event('Opened', hour(2)), a, 'dead')), ['dead', 7, null]);
});

test('of several ids each is due once, or none when one of them is unknown', async () => {
  const { cli, endpoint, event, delivery, requeued } = await ledgerOf();
  const a = await endpoint();
  const ids = [
    await delivery(await event('Delivered', hour(1)), a, 'dead'),
    await delivery(await event('Delivered', hour(1)), a, 'delivered'),
  ];
  assert.is((await cli.run(`webhooks redeliver ${ids.join(' ')} ${a}`)).exitCode, 3);
  assert.equal(requeued(), {});
  assert.equal(
    (await cli.json(`webhooks redeliver ${ids.join(' ')}`)).data,
    ids.map((id) => ({ id, status: 'pending' })),
  );
  assert.equal(requeued(), once(...ids));
  assert.match((await cli.run(`webhooks redeliver ${ids[0]}`)).stdout, 'is due already');
});

test('of several ids none is due when the endpoint of one is disabled', async () => {
  const { cli, endpoint, disable, event, delivery, requeued } = await ledgerOf();
  const [a, b] = [await endpoint(), await endpoint()];
  const ids = [
    await delivery(await event('Delivered', hour(1)), a, 'dead'),
    await delivery(await event('Delivered', hour(1)), b, 'disabled'),
  ];
  await disable(b);
  const { exitCode, stderr } = await cli.run(`webhooks redeliver ${ids.join(' ')}`);
  assert.is(exitCode, 1);
  assert.match(stderr, `the endpoint ${b} is disabled: nothing is posted to it`);
  assert.equal(requeued(), {});
});

test('a delivery goes to an endpoint created since, once, and with the same body', async () => {
  const { cli, endpoint, disable, event, delivery, requeued } = await ledgerOf();
  const id = await delivery(await event('Delivered', hour(1)), await endpoint(), 'dead');
  const b = await endpoint(['opened']);
  const { data } = await cli.json(`webhooks redeliver ${id} --endpoint ${b}`);
  await cli.run(`webhooks redeliver ${id} --endpoint ${b}`);
  assert.equal(requeued(), once(data.id));
  const [old] = await webhookDelivery.read(cli.store, id);
  const [fresh] = await webhookDelivery.read(cli.store, data.id);
  assert.equal(fresh?.data, { ...old?.data, endpointId: b });
  await disable(b);
  assert.match((await cli.run(`webhooks redeliver ${id} --endpoint ${b}`)).stderr, 'is disabled');
});

test('of a stretch of time the dead are due, those that another endpoint left included', async () => {
  const { cli, endpoint, event, delivery, requeued } = await ledgerOf();
  const [a, b] = [await endpoint(), await endpoint(['delivered'])];
  await delivery(await event('Delivered', hour(0)), b, 'dead');
  const own = await delivery(await event('Delivered', hour(1)), b, 'dead');
  await delivery(await event('Delivered', hour(1)), b, 'delivered');
  await delivery(await event('Delivered', hour(1)), b, 'waiting');
  const missed = await event('Delivered', hour(2));
  await delivery(missed, a, 'dead');
  const had = await event('Delivered', hour(2));
  await delivery(had, a, 'dead');
  await delivery(had, b, 'delivered');
  await delivery(await event('Opened', hour(2)), a, 'dead');
  await delivery(await event('Delivered', hour(3)), b, 'dead');
  const range = `--endpoint ${b} --since ${hour(1)} --until ${hour(2)}`;
  const { data } = await cli.json(`webhooks redeliver ${range}`);
  assert.equal(requeued(), once(own, webhookDeliveryIdOf(missed.eventId, b)));
  assert.equal([data.scheduled, data.requeued, data.left], [1, 1, 1]);
});

test('of a stretch of time everything is due that the endpoint subscribes to, whether it was there or not', async () => {
  const { cli, endpoint, event, delivery, requeued } = await ledgerOf();
  const happened = [];
  for (const n of [0, 1, 2, 3]) happened.push(await event('Delivered', hour(n)));
  await event('Opened', hour(1));
  const b = await endpoint(['email.delivered'], hour(4));
  const [, first, second] = happened;
  if (first === undefined || second === undefined) return assert.unreachable();
  await delivery(first, b, 'delivered');
  await cli.run(`webhooks redeliver --endpoint ${b} --since ${hour(1)} --until ${hour(2)} --state all`);
  const ids = [first, second].map(({ eventId }) => webhookDeliveryIdOf(eventId, b));
  assert.equal(requeued(), once(...ids));
  const [scheduled] = await webhookDelivery.read(cli.store, ids[1] ?? '');
  const body = JSON.parse(scheduled?.type === 'WebhookDeliveryScheduled' ? scheduled.data.body : '');
  assert.equal([body.id, body.type, body.created_at], [second.eventId, 'delivered', hour(2)]);
});

test('of a stretch of time an event that is too large to be posted is counted, and stops no other', async () => {
  const { cli, endpoint, event, requeued } = await ledgerOf();
  // With the JSON of a delivery around it, it is above the mebibyte of an append.
  await event('Delivered', hour(1), 'x'.repeat(1_048_000));
  const other = await event('Delivered', hour(2));
  const b = await endpoint();
  const range = `--endpoint ${b} --since ${hour(1)} --until ${hour(2)} --state all`;
  const { data } = await cli.json(`webhooks redeliver ${range}`);
  assert.equal(requeued(), once(webhookDeliveryIdOf(other.eventId, b)));
  assert.equal([data.scheduled, data.requeued, data.left, data.too_large], [1, 0, 0, 1]);
  const { stdout } = await cli.run(`webhooks redeliver ${range}`);
  assert.match(stdout, 'Too large to be posted: 1 event.');
});

test('a run that was interrupted goes on where it was, and posts nothing twice', async () => {
  const { cli, endpoint, event, delivery, requeued } = await ledgerOf();
  const b = await endpoint();
  const ids: string[] = [];
  for (let n = 0; n < 120; n++) ids.push(await delivery(await event('Delivered', hour(1)), b, 'delivered'));
  const { append } = cli.store;
  let left = 50;
  cli.store.append = async (...args) => {
    left -= 1;
    if (left < 0) throw new Error('interrupted');
    return append(...args);
  };
  const interrupted = await cli.run(
    `webhooks redeliver --endpoint ${b} --since ${hour(1)} --until ${hour(2)} --state all`,
  );
  cli.store.append = append;
  assert.is(interrupted.exitCode, 1);
  assert.is(Object.keys(requeued()).length, 50);
  // One of them was posted meanwhile, and answered.
  const [posted = ''] = Object.keys(requeued());
  const stream = webhookDelivery.stream(posted);
  const last = (await cli.store.readStream(stream)).at(-1);
  if (last === undefined) return assert.unreachable();
  const { endpointId } = last.data as { endpointId: string };
  const answer = { type: 'WebhookDelivered', data: { endpointId, attempt: 1, status: 200, durationMs: 1 } };
  const { correlation, workspace: owner } = last.metadata;
  const metadata = { v: 1, workspace: owner, actor: 'dispatcher', correlation, causation: null, at: hour(2) };
  await append(stream, last.revision, [{ ...answer, id: seededIds('one').uuid(), metadata }]);

  const [, line = ''] = /go on by: (.+)\n/.exec(interrupted.stderr) ?? [];
  assert.is((await cli.run(line)).exitCode, 0);
  assert.equal(requeued(), once(...ids));
  // Another run is another wish.
  await cli.run(`webhooks redeliver --endpoint ${b} --since ${hour(1)} --until ${hour(2)} --state all`);
  assert.is(requeued()[posted], 2);
});

test('what goes on with an interrupted run names the workspace, the folder and the person too', async () => {
  const { cli, endpoint } = await ledgerOf();
  const range = ['--endpoint', await endpoint(), '--since', '2h', '--workspace', 'default'];
  const { stderr } = await cli.run([
    ...['webhooks', 'redeliver', ...range, '--data', "/tmp/ann's data", '--as', 'Ann'],
  ]);
  assert.match(
    stderr,
    `go on by: webhooks redeliver --data '/tmp/ann'\\''s data' --as 'Ann' --workspace ${workspace} `,
  );
});

test('what does not say which deliveries is refused in a sentence', async () => {
  const { cli, endpoint, disable } = await ledgerOf();
  const b = await endpoint();
  await disable(b);
  for (const [line, says, code] of [
    ['webhooks redeliver', '--endpoint and --since', 2],
    [`webhooks redeliver ${b} --since 2h`, 'not both', 2],
    [`webhooks redeliver ${b} --state dead`, 'not both', 2],
    ['webhooks redeliver --since 2h', '--endpoint and --since', 2],
    [`webhooks redeliver --endpoint ${b} --since yesterday`, '2h', 2],
    [`webhooks redeliver --endpoint ${b} --since 2h`, 'disabled', 1],
    [`webhooks redeliver --endpoint ${workspace} --since 2h`, 'no webhook endpoint', 3],
    [`webhooks redeliver --endpoint ${b} --since 2h --state gone`, 'dead, all', 2],
    ['webhooks test nobody', 'id', 2],
    [`webhooks test ${workspace}`, 'no webhook endpoint', 3],
  ] as const) {
    const { exitCode, stderr } = await cli.run(line);
    assert.is(exitCode, code, line);
    assert.match(stderr, says, line);
    assert.not.match(stderr, '    at ', line);
  }
});

test('a sample is signed like any webhook, and the answer is printed', async () => {
  const answers: PostOutcome[] = [
    { outcome: 'answered', status: 204, body: '' },
    { outcome: 'answered', status: 500, body: 'no\u0007' },
    { outcome: 'failed', reason: 'tls', detail: 'CERT_HAS_EXPIRED' },
  ];
  const { cli, endpoint } = await ledgerOf(() => {
    const [next] = answers.splice(0, 1);
    if (next === undefined) throw new Error('one post too many');
    return next;
  });
  const b = await endpoint(['opened']);
  const events = cli.store.log.length;
  const { exitCode, data } = await cli.json(`webhooks test ${b}`);
  assert.is(exitCode, 0);
  const [request] = cli.posts;
  if (request === undefined) return assert.unreachable();
  const nowMs = () => START_MS;
  const sample = verifyWebhook(request.body, request.headers, `sealed of ${b}`, { nowMs });
  assert.equal([sample.id, sample.type], [data.event_id, 'email.delivered']);
  assert.is(request.url, 'https://x.test/');
  const { duration_ms: _, event_id: __, ...result } = data;
  assert.equal(result, {
    ...{ endpoint_id: b, url: 'https://x.test/', outcome: 'delivered' },
    ...{ status: 204, answer: null, detail: null },
  });
  const refused = await cli.run(`webhooks test ${b}`);
  assert.is(refused.exitCode, 5);
  assert.match(refused.stdout, /500 after \d+ ms\nno\\x07/);
  const failed = await cli.json(`webhooks test ${b}`);
  assert.equal([failed.exitCode, failed.data.outcome, failed.data.detail], [5, 'tls', 'CERT_HAS_EXPIRED']);
  assert.is(cli.store.log.length, events, 'nothing is recorded');
});

test.run();
