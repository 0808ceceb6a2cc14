import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { approveSmsTemplate, withdrawSmsTemplate } from '../../../src/commands/sms/smsTemplate.ts';
import { openWorkspace } from '../../../src/commands/workspace/openWorkspace.ts';
import { SCOPES } from '../../../src/commands/workspace/scopes.ts';
import { type Renderer, RendererBusy } from '../../../src/ports/renderer.ts';
import { apiFixture } from '../../support/apiFixture.ts';
import { issuePaths } from '../../support/fieldTable.ts';
import { renderer, sendSms, smsBody, withSmsTemplate } from '../../support/smsFixture.ts';

const test = suite('sms');

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const body = smsBody;

test('a message is taken in with its segments and credits', async () => {
  const { api, templateId } = await withSmsTemplate();
  const sent = await sendSms(api);
  assert.is(sent.status, 202, sent.text);
  assert.equal(sent.body as unknown, {
    id: sent.body.id,
    from: body.from,
    to: body.to,
    template_id: templateId,
    status: 'queued',
    segments: 1,
    credits_consumed: 3,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  const accepted = api.store.log.at(-1)?.data as { text: string };
  assert.is(accepted.text, 'Your code is 4711');
  const { template: _, ...rest } = body;
  const byId = await sendSms(api, {
    ...rest,
    template_id: templateId.toUpperCase(),
    variables: { code: 'ж'.repeat(64), more: 'x' },
  });
  assert.equal([byId.body.segments, byId.body.credits_consumed] as unknown[], [2, 6]);
  await api.close();
});

test('a used key answers with the same bytes, also after later events', async () => {
  const { api, templateId } = await withSmsTemplate();
  const first = await sendSms(api, body, 'once');
  await api.clock.advance(5000);
  await withdrawSmsTemplate(api.ledger, api.origin, templateId);
  const before = api.store.log.length;
  for (const again of [body, { ...body, to: '+4533333333', template: 'unheard of' }]) {
    const replay = await sendSms(api, again, 'once');
    assert.equal([replay.status, replay.text], [202, first.text]);
    const headers = [replay.headers['idempotent-replayed'], replay.headers['idempotency-mismatch']];
    assert.equal(headers, ['true', again === body ? undefined : 'true']);
  }
  assert.is((await sendSms(api, { ...body, to: 'x' }, 'once')).status, 422, 'a malformed replay');
  assert.equal(
    api.store.log.slice(before).map(({ type, data }) => [type, data]),
    [['KeyReused', { messageId: first.body.id }]],
  );
  await api.close();
});

test('racing calls with one key are one message', async () => {
  const { api } = await withSmsTemplate();
  const answers = await Promise.all(Array.from({ length: 50 }, () => sendSms(api, body, 'race')));
  assert.equal(new Set(answers.map(({ text, status }) => `${status} ${text}`)).size, 1);
  assert.is(api.store.log.filter(({ type }) => type === 'SmsAccepted').length, 1);
  await api.close();
});

test('the idempotency key is needed, and belongs to the workspace', async () => {
  const { api } = await withSmsTemplate();
  const bad: Record<string, string>[] = [
    {},
    { 'idempotency-key': '' },
    { 'idempotency-key': 'k'.repeat(256) },
  ];
  for (const headers of bad) {
    const answer = await api.call('POST', '/v1/sms', { body, headers });
    assert.is(answer.status, 400);
    const { code, message, statusCode, error } = answer.body;
    assert.equal([code, statusCode] as unknown[], ['invalid_idempotency_key', 400]);
    assert.equal([error?.code, error?.message], [code, message]);
  }
  assert.is((await sendSms(api, body, 'k'.repeat(255))).status, 202);
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, 'other');
  const key = await api.keyWith(SCOPES, { workspace });
  const foreign = await sendSms(api, body, 'k'.repeat(255), key);
  assert.equal([foreign.status, issuePaths(foreign)], [422, ['/template']], 'no template is approved there');
  await api.close();
});

test('unknown, withdrawn and foreign templates, missing variables and unsendable texts are 422', async () => {
  const { api, templateId } = await withSmsTemplate();
  const approve = (name: string, text: string) =>
    approveSmsTemplate(api.ledger, api.origin, { name, body: text });
  await approve('two', '{{ a }}{{ b }}');
  await approve('broken', '{{ 0 }}');
  await approve('long', '{{ a }}'.repeat(700));
  const gone = await approve('gone', 'x');
  await withdrawSmsTemplate(api.ledger, api.origin, gone.templateId);
  const { template: _, ...rest } = body;
  const before = api.store.log.length;
  for (const [given, path] of [
    [{ ...body, template: 'unheard of' }, '/template'],
    [{ ...rest, template_id: UNKNOWN_ID }, '/template_id'],
    [{ ...rest, template_id: gone.templateId }, '/template_id'],
    [{ ...body, template: 'gone' }, '/template'],
    [{ ...body, variables: {} }, '/variables/code'],
    [{ ...body, template: 'two', variables: { a: 'x' } }, '/variables/b'],
    [{ ...body, template: 'broken' }, '/template'],
    [{ ...body, template: 'long', variables: { a: 'x'.repeat(64) } }, '/template'],
    [{ ...body, template_id: templateId }, '/template'],
    [rest, '/template_id'],
  ] as const) {
    const answer = await sendSms(api, given);
    assert.equal([answer.status, issuePaths(answer)], [422, [path]], answer.text);
    const { statusCode, details, error } = answer.body;
    assert.equal([statusCode, details] as unknown[], [422, error?.details], 'the flat shape is there too');
  }
  assert.is(api.store.log.length, before);
  await api.close();
});

test('a template that was withdrawn, or approved with another text, is so at once, though the read models lag', async () => {
  const api = await apiFixture({ context: { renderer }, autoProject: false });
  const { templateId } = await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'first' });
  await api.project();
  const { template: _, ...rest } = body;
  await withdrawSmsTemplate(api.ledger, api.origin, templateId);
  assert.equal(issuePaths(await sendSms(api)), ['/template']);
  assert.equal(issuePaths(await sendSms(api, { ...rest, template_id: templateId })), ['/template_id']);
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'second' });
  assert.is((await sendSms(api)).status, 202);
  const accepted = api.store.log.at(-1)?.data as { text: string };
  assert.is(accepted.text, 'second');
  await api.close();
});

test('a template that renders to nothing is 422', async () => {
  const empty: Renderer = { ...renderer, render: async () => ({ outcome: 'rendered', parts: { text: '' } }) };
  const api = await apiFixture({ context: { renderer: empty } });
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'x' });
  assert.equal(issuePaths(await sendSms(api)), ['/template']);
  await api.close();
});

test('a busy renderer is 503 with a time to try again, and nothing is taken in', async () => {
  const busy: Renderer = { ...renderer, render: () => Promise.reject(new RendererBusy('killed')) };
  const api = await apiFixture({ context: { renderer: busy } });
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'x' });
  const before = api.store.log.length;
  const answer = await sendSms(api);
  assert.equal([answer.status, answer.headers['retry-after']], [503, '2']);
  assert.is(api.store.log.length, before);
  await api.close();
});

test('a template counts from its approval on, however late the read model is', async () => {
  const api = await apiFixture({ context: { renderer }, autoProject: false });
  await approveSmsTemplate(api.ledger, api.origin, { name: 'code', body: 'x' });
  const sent = await sendSms(api);
  assert.is(sent.status, 202);
  const got = await api.call('GET', `/v1/sms/${sent.body.id}`);
  assert.is(got.body.status as unknown, 'queued');
  await api.close();
});

test.run();
