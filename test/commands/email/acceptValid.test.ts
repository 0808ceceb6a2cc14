import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { emailAcceptance } from '../../../src/accepting/emailAcceptance.ts';
import { acceptBatch } from '../../../src/commands/email/acceptBatch.ts';
import { acceptValid, type RequestedElement } from '../../../src/commands/email/acceptValid.ts';
import type { EmailRequest, TemplateReference } from '../../../src/commands/email/emailDraft.ts';
import type { Refusal } from '../../../src/commands/kernel/refusal.ts';
import { type ApiFixture, apiFixture } from '../../support/apiFixture.ts';

const test = suite<{ api: ApiFixture }>('accepting the valid elements of a batch');
test.before.each(async (context) => {
  context.api = await apiFixture();
});
test.after.each(async ({ api }) => api.close());

const TEMPLATE: TemplateReference = {
  ...{ by: 'id', templateId: '00000000-0000-4000-8000-000000000000', variables: null },
};
const request = (to: string, template: TemplateReference | null = null): EmailRequest => ({
  ...{ from: 'a@b.co', to: [to], cc: [], bcc: [], replyTo: [], html: null, text: 't', headers: {} },
  ...{ subject: template === null ? 's' : null, template, attachments: [], tags: [], scheduledFor: null },
  ...{ batchId: null, messageStream: 'transactional', trackOpens: true, trackClicks: true },
});
const good = (to: string, template: TemplateReference | null = null): RequestedElement => ({
  ...{ request: request(to, template), refusedNow: [] },
});
const bad: RequestedElement = { issues: [{ path: '/to', message: 'is required' }] };

test('of two that race with other subsets under one key, the first one’s counts for both', async ({
  api,
}) => {
  const accepting = emailAcceptance(api.context);
  const accept = (elements: readonly RequestedElement[], templates = accepting.templates) =>
    acceptValid({ ...accepting, templates }, api.origin, {
      ...{ operation: 'compat-batch' as const, idempotencyKey: 'k', elements },
    });
  // While the one looks its template up, the other is accepted under the same key.
  let inner: Awaited<ReturnType<typeof accept>> | undefined;
  const byId = async () => {
    inner ??= await accept([bad, good('x1@y.co')]);
    return { templateId: TEMPLATE.templateId, revision: 1, subject: 's', hasBody: true };
  };
  const templates = { ...accepting.templates, byId };
  const outer = await accept([good('x0@y.co'), good('x1@y.co', TEMPLATE), good('x2@y.co')], templates);
  assert.is(inner?.ids.length, 1);
  assert.equal(outer.ids, inner?.ids);
  assert.equal(
    outer.refused.map(({ index }) => index),
    [0, 2],
  );
  const accepted = api.store.log.filter(({ type }) => type === 'EmailAccepted');
  assert.equal(
    accepted.map(({ data }) => (data as { to: string[] }).to),
    [['x1@y.co']],
  );
});

for (const mode of ['strict', 'permissive'])
  test(`${mode}: one that is refused while its twin is accepted gets the twin’s ids`, async ({ api }) => {
    const accepting = emailAcceptance(api.context);
    const accept = async (to: string, templates = accepting.templates) => {
      const batch = { operation: 'compat-batch' as const, idempotencyKey: 'k' };
      const deciding = { ...accepting, templates };
      const template = templates === accepting.templates ? null : TEMPLATE;
      if (mode === 'strict')
        return (await acceptBatch(deciding, api.origin, { ...batch, requests: [request(to, template)] })).ids;
      return (await acceptValid(deciding, api.origin, { ...batch, elements: [good(to, template)] })).ids;
    };
    // The template is deleted between the two.
    let twin: readonly string[] = [];
    const byId = async () => {
      twin = await accept('x1@y.co');
      return null;
    };
    const ids = await accept('x0@y.co', { ...accepting.templates, byId });
    assert.is(ids.length, 1);
    assert.equal(ids, twin);
  });

test('none is valid: nothing is stored, and the key is still free', async ({ api }) => {
  const accept = (elements: readonly RequestedElement[]) =>
    acceptValid(emailAcceptance(api.context), api.origin, {
      ...{ operation: 'compat-batch' as const, idempotencyKey: 'k', elements },
    });
  const before = api.store.log.length;
  assert.equal(await accept([bad]), {
    ids: [],
    refused: [{ index: 0, issues: (bad as { issues: [] }).issues }],
    isReplay: false,
  });
  assert.is(api.store.log.length, before);
  assert.is((await accept([good('x@y.co')])).ids.length, 1);
});

test('a strict replay of a permissive batch that a crash broke off fills in by place', async ({ api }) => {
  const accepting = emailAcceptance(api.context);
  const batch = { operation: 'compat-batch' as const, idempotencyKey: 'k' };
  const append = accepting.ledger.store.append;
  let appends = 0;
  const broken = async (...args: Parameters<typeof append>) => {
    if (++appends > 1) throw new Error('killed');
    return append(...args);
  };
  const crashing = { ...accepting, ledger: { ...accepting.ledger, store: { ...api.store, append: broken } } };
  const elements = [bad, good('x1@y.co'), bad, good('x3@y.co')];
  await acceptValid(crashing, api.origin, { ...batch, elements }).catch(() => {});
  const requests = ['x0', 'x1', 'x2', 'x3'].map((name) => request(`${name}@y.co`));
  const unknown = requests.map((one, at) => (at === 3 ? request('x3@y.co', TEMPLATE) : one));
  const refused = await acceptBatch(accepting, api.origin, { ...batch, requests: unknown }).catch((e) => e);
  assert.match(String((refused as Refusal).issues[0]?.path), /^\/3\//, 'a refusal names the place');
  const { ids } = await acceptBatch(accepting, api.origin, { ...batch, requests });
  assert.is(ids.length, 2);
  const accepted = api.store.log.filter(({ type }) => type === 'EmailAccepted');
  assert.equal(
    accepted.map(({ data }) => (data as { to: string[] }).to),
    [['x1@y.co'], ['x3@y.co']],
  );
});

test.run();
