import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { saveContact } from '../../src/commands/email/saveContact.ts';
import type { RecordedEvent } from '../../src/events/event.ts';
import { foldInto } from '../../src/follow/fold/foldInto.ts';
import { collectionOf } from '../../src/follow/fold/projection.ts';
import { projectionList, projectionsFor } from '../../src/projections/readModels.ts';
import { apiFixture } from '../support/apiFixture.ts';
import { memoryDocuments } from '../support/memoryDocuments.ts';
import { SEED } from '../support/testRun.ts';

const test = suite('replay');

/** A log with events of every native resource, made by the service's own calls. */
async function someLog(): Promise<RecordedEvent[]> {
  const api = await apiFixture();
  const made = await api.call('POST', '/v1/templates', {
    body: { friendly_name: 'a', name: 'A', subject: 'A', text: 'A' },
  });
  await api.call('PATCH', `/v1/templates/${made.body.id}`, { body: { text: 'B', friendly_name: 'b' } });
  const { contactId } = await saveContact(api.ledger, api.origin, { email: 'a@b.co' });
  await saveContact(api.ledger, api.origin, { email: 'a@b.co', firstName: 'Ann' });
  const audience = await api.call('POST', '/v1/audiences', { body: { name: 'A', contact_ids: [contactId] } });
  const body = { name: 'A', audience_id: audience.body.id, template_id: made.body.id, from: 'a@b.co' };
  const campaign = await api.call('POST', '/v1/campaigns', { body });
  const run = { campaignId: campaign.body.id, runId: campaign.body.run_id };
  const metadata = { v: 1, ...api.origin, at: '2026-01-01T00:00:00.000Z' };
  const email = { recipients: [{}, {}], credits: 2, campaign: run, subject: 'A' };
  const sms = { from: '+1', to: '+2', templateId: 't', segments: 1, credits: 1 };
  for (const [stream, type, data] of [
    ['email-1', 'EmailAccepted', email],
    ['email-2', 'EmailAccepted', { ...email, campaign: null }],
    [`campaign-${run.campaignId}`, 'CampaignRunCompleted', { ...run, accepted: 1, skipped: 0 }],
    ['sms-1', 'SmsAccepted', sms],
  ] as const) {
    const expected = stream.startsWith('campaign') ? 0 : 'no-stream';
    const id = api.ledger.ids.uuid();
    await api.store.append(stream, expected, [{ id, type, data, metadata }]);
  }
  for (const [n, type] of ['Submitted', 'Delivered', 'Opened', 'Opened', 'Clicked'].entries()) {
    const data = { deliveryId: 'd', suppressionId: 'd', recipient: 'a@b.co', sandbox: true };
    await api.store.append('email-1', n, [{ id: api.ledger.ids.uuid(), type, data, metadata }]);
  }
  await api.call('DELETE', `/v1/templates/${made.body.id}`);
  await api.close();
  return api.store.log;
}

const NATIVE = [
  'templates',
  'contacts',
  'audiences',
  'campaigns',
  'sms_messages',
  'sms_templates',
  'daily_analytics',
];

test('folding any stretches of the log again, and stopping anywhere, changes no document', async () => {
  const log = await someLog();
  for (const projection of projectionList(projectionsFor(1)).filter(({ name }) => NATIVE.includes(name))) {
    const own = log.filter(({ type }) => projection.types.includes(type));
    const open = () => memoryDocuments().collection<object>(collectionOf(projection));
    const rows = async (collection: Awaited<ReturnType<typeof open>>) => {
      const all = [];
      for await (const row of collection.scan()) all.push(row);
      return all;
    };
    const once = await open();
    await foldInto(projection, once, own);
    const expected = await rows(once);
    const stretch = fc.tuple(fc.nat(own.length), fc.nat(own.length));
    await fc.assert(
      fc.asyncProperty(fc.array(stretch, { maxLength: 6 }), async (stretches) => {
        const again = await open();
        // A consumer starts again from an older place, but never jumps over what it has not seen.
        let reached = 0;
        for (const [from, length] of stretches) {
          const start = Math.min(from, reached);
          await foldInto(projection, again, own.slice(start, start + length));
          reached = Math.max(reached, start + length);
        }
        await foldInto(projection, again, own.slice(Math.min(reached, own.length)));
        assert.equal(await rows(again), expected, projection.name);
      }),
      { numRuns: 40, seed: SEED + 5 },
    );
  }
});

test.run();
