// runs in: test:all
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { approveSmsTemplate } from '../../src/commands/sms/smsTemplate.ts';
import { type Answer, listOf } from '../support/apiFixture.ts';
import { type Fixture, fixture } from './fixture.ts';
import { refused } from './refused.ts';

/**
 * Limits of sections 2 and 8 that no table of a resource tries (those stand in test/api: emails/emailTable, routes/
 * contactFields, templateFields, smsFields, audiences, campaigns, webhooks, analytics): each at, below and above.
 */

let cases = 0;
const limits = suite<Fixture>('conformance: limits');
limits.before(async (context) => {
  Object.assign(context, await fixture());
});
limits.after(async ({ api }) => {
  await api.close();
  console.log(`conformance: ${cases} cases of limits`);
});

const s = (length: number, character = 'a') => character.repeat(length);
const email = { from: 'a@b.co', to: 'x@y.co', subject: 's', text: 't' };
const attachment = { filename: 'a', content: 'QQ==', type: 'a/b' };

function expected(answer: Answer, status: number, what: string, path?: string): void {
  cases += 1;
  if (status < 300) assert.is(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
  else refused(answer, status, what, path);
}

limits('2.1: attachments, tags and template names of an email', async ({ api }) => {
  const noBody = { subject: undefined, text: undefined };
  const attached = (change: object) => ({ attachments: [attachment, { ...attachment, ...change }] });
  for (const [what, change, path] of [
    ['content of 13,999,996', attached({ content: s(13_999_996) }), null],
    ['content of 14,000,000', attached({ content: s(14_000_000) }), null],
    ['content of 14,000,001', attached({ content: `${s(14_000_000)}\n` }), '/attachments/1/content'],
    ['content of 14,000,004', attached({ content: s(14_000_004) }), '/attachments/1/content'],
    ['filename of 1', attached({ filename: 'x' }), null],
    ['type of 3', attached({ type: 'a/b' }), null],
    ['type of 1, which is none', attached({ type: 'x' }), '/attachments/1/type'],
    ...['filename', 'content', 'type', 'contentId', 'disposition'].flatMap((field) =>
      [null, 1, true, [], {}].map(
        (value) =>
          [
            `${field} ${JSON.stringify(value)}`,
            attached({ [field]: value }),
            `/attachments/1/${field}`,
          ] as const,
      ),
    ),
    ...[null, 1, 'x', []].map(
      (item) => [`attachment ${JSON.stringify(item)}`, { attachments: [item] }, '/attachments/0'] as const,
    ),
    ['19 attachments', { attachments: Array(19).fill(attachment) }, null],
    ['49 tags', { tags: Array(49).fill('a') }, null],
    ['a tag of 255', { tags: [s(255)] }, null],
    ...[null, 1, {}].map((tag) => [`tag ${JSON.stringify(tag)}`, { tags: [tag] }, '/tags/0'] as const),
    ['template name of 255', { ...noBody, template_friendly_name: s(255) }, '/template_friendly_name'],
    ['template name of 256', { ...noBody, template_friendly_name: s(256) }, '/template_friendly_name'],
    ['subject of 997', { subject: s(997) }, null],
    ['from_name of 2', { from_name: 'ab' }, null],
    ['from_name of 254', { from_name: s(254) }, null],
    ['to as one', { to: 'a@b.co' }, null],
    ['to as a list of one', { to: ['a@b.co'] }, null],
    ['to with a last label of one letter', { to: 'a@b.c' }, '/to'],
    ['to with a last label of two', { to: 'a@b.cd' }, null],
    ['to with digits in the last label', { to: 'a@b.c1' }, '/to'],
    ...['id', 'status', 'credits_consumed', 'workflow_id', 'fromName', 'From', 'template'].map(
      (field) => [`unknown ${field}`, { [field]: 'x' }, `/${field}`] as const,
    ),
  ] as const) {
    const answer = await api.call('POST', '/v1/emails', {
      body: { ...email, ...change },
      idempotencyKey: what,
    });
    expected(answer, path === null ? 202 : 422, what, path ?? undefined);
    // At the limit the name is merely unknown; above it is the length that is wrong.
    if (what.startsWith('template name')) assert.is(/255 characters/.test(answer.text), what.endsWith('256'));
  }
});

limits('4.1: a batch of 1 to 100', async ({ api }) => {
  for (const size of [0, 1, 2, 99, 100, 101, 102]) {
    const answer = await api.call('POST', '/v1/emails/batch', { body: Array(size).fill(email) });
    expected(answer, size >= 1 && size <= 100 ? 202 : 422, `a batch of ${size}`, '');
    if (answer.status === 202) assert.is(listOf(answer.body.data).length, size);
  }
  for (const index of [0, 57, 99]) {
    const body = Array.from({ length: 100 }, (_, at) => (at === index ? { ...email, subject: '' } : email));
    const before = api.store.log.length;
    expected(
      await api.call('POST', '/v1/emails/batch', { body }),
      422,
      `fault at ${index}`,
      `/${index}/subject`,
    );
    assert.is(api.store.log.length, before, 'all or nothing');
  }
});

limits('2.3: names of SMS templates, tags, E.164', async ({ api }) => {
  await approveSmsTemplate(api.ledger, api.origin, { name: 'n', body: 'x' });
  await approveSmsTemplate(api.ledger, api.origin, { name: s(100), body: 'x' });
  const body = { from: '+4511111111', to: '+4522222222', template: 'n', consent_basis: 'transactional' };
  for (const [what, change, path] of [
    ['template of 1', {}, null],
    ['template of 100', { template: s(100) }, null],
    ['template of 101', { template: s(101) }, '/template'],
    ['49 tags', { tags: Array(49).fill('a') }, null],
    ['a tag of 1', { tags: ['a'] }, null],
    ['a tag null', { tags: [null] }, '/tags/0'],
    ['to of 3 characters', { to: '+45' }, null],
    ['to of 15 characters', { to: `+${s(14, '1')}` }, null],
    ['to with a space before', { to: ' +4511' }, '/to'],
    ['to with 00', { to: '004511' }, '/to'],
    ['consent null', { consent_basis: null }, '/consent_basis'],
    ['consent in capitals', { consent_basis: 'TRANSACTIONAL' }, '/consent_basis'],
    ['variables null', { variables: null }, '/variables'],
    ['metadata null', { metadata: null }, '/metadata'],
    ...['segments', 'scheduled_for', 'media_urls', 'body', 'templateId'].map(
      (field) => [`unknown ${field}`, { [field]: 'x' }, `/${field}`] as const,
    ),
  ] as const) {
    const answer = await api.call('POST', '/v1/sms', { body: { ...body, ...change }, idempotencyKey: what });
    expected(answer, path === null ? 202 : 422, what, path ?? undefined);
  }
});

limits('2.4, 2.6, 2.7: what stands at the limits of names', async ({ api, own }) => {
  const template = { friendly_name: 'x', name: 'x', subject: 'x', text: 'x' };
  const campaign = { name: 'x', audience_id: own.audience, template_id: own.template, from: 'a@b.co' };
  const contact = { email: 'x@y.co' };
  for (const [url, body, status] of [
    ['/v1/templates', { ...template, friendly_name: s(99) }, 201],
    ['/v1/templates', { ...template, friendly_name: s(100) }, 201],
    ['/v1/templates', { ...template, friendly_name: s(101) }, 422],
    ['/v1/templates', { ...template, friendly_name: s(100) }, 422],
    ['/v1/campaigns', { ...campaign, from: `${s(315)}@b.co` }, 202],
    ['/v1/campaigns', { ...campaign, from: `${s(316)}@b.co` }, 422],
    ['/v1/campaigns', { ...campaign, from_name: s(199) }, 202],
    ['/v1/contacts', { ...contact, tags: Array(99).fill('a') }, 200],
    ['/v1/contacts', { ...contact, tags: [s(63)] }, 200],
    ['/v1/contacts', { ...contact, first_name: s(99), last_name: s(99), phone: s(39) }, 200],
    ['/v1/contacts', { ...contact, id: own.contact }, 422],
  ] as const) {
    const answer = await api.call('POST', url, { body });
    expected(answer, status, `${url} ${JSON.stringify(body).slice(0, 80)}`);
  }
});

limits.run();
