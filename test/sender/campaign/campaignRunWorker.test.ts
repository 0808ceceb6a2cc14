import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAudience } from '../../../src/commands/email/createAudience.ts';
import { type Ledger, newEvents } from '../../../src/commands/kernel/ledger.ts';
import { campaign } from '../../../src/events/campaign.ts';
import { contact, contactIdOf } from '../../../src/events/contact.ts';
import type { EmailAccepted } from '../../../src/events/emailAccepted.ts';
import { suppression, suppressionIdOf } from '../../../src/events/suppression.ts';
import { template } from '../../../src/events/template.ts';
import { foldInto } from '../../../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../../../src/follow/fold/projection.ts';
import { EventStoreUnavailable } from '../../../src/ports/eventStore.ts';
import { campaignRuns } from '../../../src/projections/campaignRuns.ts';
import { contacts } from '../../../src/projections/contacts.ts';
import { suppressedAmong, suppressions } from '../../../src/projections/suppressions.ts';
import { campaignRunWorker } from '../../../src/sender/campaign/campaignRunWorker.ts';
import type { WorkResult } from '../../../src/work/worker.ts';
import { freePermit } from '../../support/freePace.ts';
import { manualClock } from '../../support/manualClock.ts';
import { memoryBlobs } from '../../support/memoryBlobs.ts';
import { memoryDocuments } from '../../support/memoryDocuments.ts';
import { memoryEventStore } from '../../support/memoryEventStore.ts';
import { quietLog } from '../../support/quietLog.ts';
import { namesOfTests, seededIds } from '../../support/seededIds.ts';
import { CORRELATION, WORKSPACE } from '../senderBench.ts';

const test = suite('campaign run worker');

const CAMPAIGN = 'cccccccc-0000-4000-8000-000000000000';
const RUN = 'dddddddd-0000-4000-8000-000000000000';
const TEMPLATE = 'eeeeeeee-0000-4000-8000-000000000000';
const origin = { workspace: WORKSPACE, actor: 'key:1', correlation: CORRELATION, causation: null };

async function bench(people: number, unknown: readonly string[] = []) {
  /** The domain of the campaign's sender is another workspace's from then on. */
  let isForeign = false;
  let isSuspended = false;
  /** Addresses whose suppression is in the log, and not yet in the read model. */
  const suppressedLately = new Set<string>();
  let contactsCaughtUp = async (_: AbortSignal) => true;
  const store = memoryEventStore();
  const ledger: Ledger = { store, clock: manualClock(), ids: seededIds() };
  const documents = memoryDocuments();
  const models = {
    contacts: await openProjection(documents, contacts),
    suppressions: await openProjection(documents, suppressions),
    runs: await openProjection(documents, campaignRuns(1)),
  };
  const blobs = memoryBlobs();
  const write = (stream: string, ...events: { type: string; data: unknown }[]) =>
    store.append(stream, 'no-stream', newEvents(ledger, origin, events));
  const address = (n: number) => `p${n}@b.example`;
  const ids: string[] = [];
  for (let n = 0; n < people; n++) {
    const id = contactIdOf(namesOfTests, WORKSPACE, address(n));
    ids.push(id);
    await write(contact.stream(id), {
      type: 'ContactSaved',
      data: {
        email: address(n),
        ...(n === 1 && { subscribed: false }),
        ...(n === 2 && {
          firstName: 'Ann',
          customFields: { inline: '{"pet":{"name":"Rex"}}' },
          tags: ['vip'],
        }),
        ...(n === 3 && { subscribed: true }),
      },
    });
  }
  await write(suppression.stream(suppressionIdOf(namesOfTests, WORKSPACE, address(4))), {
    type: 'SuppressionAdded',
    data: { address: address(4), reason: 'asked' },
  });
  await write(template.stream(TEMPLATE), {
    type: 'TemplateCreated',
    data: {
      friendlyName: 't',
      name: 'T',
      variables: { inline: '{}' },
      revision: 1,
      subject: 'Hi {{ first_name }}',
      html: { inline: '<p>' },
      text: null,
    },
  });
  const everybody = async (_: string, contactIds: readonly string[]) => new Set(contactIds);
  const { audienceId } = await createAudience(ledger, everybody, origin, {
    name: 'all',
    description: null,
    contactIds: [...ids, ...unknown],
  });
  await write(campaign.stream(CAMPAIGN), {
    type: 'CampaignCreated',
    data: {
      runId: RUN,
      name: 'News',
      audienceId,
      templateId: TEMPLATE,
      templateRevision: 1,
      from: 'me@a.example',
      fromName: 'Me, Inc.',
      trackOpens: true,
      trackClicks: false,
      scheduledFor: null,
    },
  });
  const fold = async () => {
    for (const [projection, collection] of [
      [contacts, models.contacts],
      [suppressions, models.suppressions],
      [campaignRuns(1), models.runs],
    ] as const) {
      const any: AnyProjection = projection;
      await foldInto(
        any,
        collection,
        store.log.filter(({ type }) => any.types.includes(type)),
      );
    }
  };
  await fold();
  const worker = campaignRunWorker({
    accepting: {
      ledger,
      blobs,
      templates: { byId: async () => null, byFriendlyName: async () => null },
      isForeignSender: () => isForeign,
      suppressedAmong: async (suppressionIds) =>
        new Set([
          ...(await suppressedAmong(models.suppressions, suppressionIds)),
          ...[...suppressedLately].map((one) => suppressionIdOf(namesOfTests, WORKSPACE, one)),
        ]),
      sandboxDomain: 'example.com',
      creditsPerRecipient: 1,
    },
    collection: models.runs,
    contacts: models.contacts,
    contactsCaughtUp: (signal) => contactsCaughtUp(signal),
    limitsOf: async () => ({ perSecond: isSuspended ? 0 : 10, perDay: 10 }),
    log: quietLog,
  });
  const document = { partition: 0, lane: WORKSPACE, dueAtMs: 0 };
  return {
    store,
    ledger,
    models,
    fold,
    ids,
    suppressedLately,
    onContacts(caughtUp: typeof contactsCaughtUp) {
      contactsCaughtUp = caughtUp;
    },
    loseDomain: () => {
      isForeign = true;
    },
    suspend(suspended: boolean) {
      isSuspended = suspended;
    },
    mayBegin: async () => ((await worker.admit?.(WORKSPACE, 3)) ?? { granted: 3 }).granted,
    run: (signal = new AbortController().signal): Promise<WorkResult> =>
      worker.run(CAMPAIGN, document, signal, freePermit),
    accepted: () =>
      store.log.flatMap(({ type, data, metadata }) =>
        type === 'EmailAccepted' ? [{ data: data as EmailAccepted, metadata }] : [],
      ),
    completed: () => store.log.filter(({ type }) => type === 'CampaignRunCompleted').map(({ data }) => data),
  };
}

test('one message a subscribed and unsuppressed contact, with its fields as variables', async () => {
  const { run, accepted, completed, fold, models, store } = await bench(7);
  assert.is((await models.runs.get(CAMPAIGN))?.document.lane, WORKSPACE);
  const result = await run();
  assert.equal(
    accepted()
      .flatMap(({ data }) => data.to)
      .sort(),
    ['p0', 'p2', 'p3', 'p5', 'p6'].map((local) => `${local}@b.example`),
  );
  const ann = accepted().find(({ data }) => data.to[0] === 'p2@b.example');
  assert.is(ann?.data.from, '"Me, Inc." <me@a.example>');
  assert.is(ann?.data.subject, 'Hi {{ first_name }}');
  assert.is(ann?.data.messageStream, 'broadcast');
  assert.is(ann?.metadata.actor, 'campaigns');
  assert.is(ann?.metadata.correlation, CORRELATION);
  const { variables } = ann?.data.template ?? {};
  assert.ok(variables && 'inline' in variables);
  assert.equal(JSON.parse(variables && 'inline' in variables ? variables.inline : ''), {
    email: 'p2@b.example',
    first_name: 'Ann',
    last_name: null,
    phone: null,
    subscribed: null,
    tags: ['vip'],
    custom_fields: { pet: { name: 'Rex' } },
  });
  assert.equal(completed(), [{ runId: RUN, accepted: 5, skipped: 2 }]);
  assert.equal(result, { position: store.log.at(-1)?.position });
  await fold();
  assert.is(await models.runs.get(CAMPAIGN), null);
  await run();
  assert.is(accepted().length, 5);
});

test('a run whose sender became that of another workspace sends no more, and keeps what was accepted', async () => {
  const { run, store, accepted, completed, loseDomain } = await bench(7);
  const append = store.append;
  let appends = 0;
  store.append = async (...call) => {
    if (++appends > 3) throw new Error('killed');
    return append(...call);
  };
  await run().catch(() => {});
  store.append = append;
  const before = accepted().length;
  assert.ok(before > 0 && before < 5);
  loseDomain();
  await run();
  assert.is(accepted().length, before);
  assert.equal(completed(), [{ runId: RUN, accepted: before, skipped: 7 - before }]);
});

test('no run begins while its workspace is suspended, and one that is under way stops until it is resumed', async () => {
  const { run, suspend, mayBegin, store, accepted, completed } = await bench(600);
  suspend(true);
  assert.is(await mayBegin(), 0);
  suspend(false);
  assert.is(await mayBegin(), 3);
  const append = store.append;
  store.append = (...call) => {
    suspend(true);
    return append(...call);
  };
  const result = await run();
  store.append = append;
  assert.ok('retryAfterMs' in result && result.retryAfterMs > 0);
  assert.equal(completed(), []);
  assert.ok(accepted().length <= 250, 'no more than those that were looked up together');
  suspend(false);
  await run();
  assert.equal(completed(), [{ runId: RUN, accepted: 598, skipped: 2 }]);
  assert.is(accepted().length, 598);
});

test('interrupted anywhere and driven again, no contact is skipped or repeated, and the counts are the same', async () => {
  for (const breakAfter of [1, 2, 40, 130, 300]) {
    const { run, store, accepted, completed, fold } = await bench(403);
    const append = store.append;
    let appends = 0;
    store.append = async (...call) => {
      if (++appends > breakAfter) throw new Error('killed');
      return append(...call);
    };
    let failed = false;
    await run().catch(() => {
      failed = true;
    });
    assert.ok(failed);
    store.append = append;
    await fold();
    await run();
    assert.equal(completed(), [{ runId: RUN, accepted: 401, skipped: 2 }]);
    assert.is(new Set(accepted().map(({ data }) => data.to[0])).size, accepted().length);
    assert.is(accepted().length, 401);
  }
});

test('two processes that drive one run at once send one message a contact', async () => {
  const { run, accepted, completed } = await bench(300);
  await Promise.all([run(), run()]);
  await run();
  assert.is(accepted().length, 298);
  assert.equal(completed(), [{ runId: RUN, accepted: 298, skipped: 2 }]);
});

test('anyone who has a message stays counted, though unsubscribed while the run was broken off', async () => {
  const { run, store, ledger, completed, fold, ids } = await bench(50);
  const append = store.append;
  store.append = async (...call) => {
    if (call[0] === campaign.stream(CAMPAIGN) && call[2][0]?.type === 'CampaignRunCompleted')
      throw new Error('killed');
    return append(...call);
  };
  await run().catch(() => {});
  store.append = append;
  const gone = { type: 'ContactSaved', data: { email: 'p0@b.example', subscribed: false } };
  await store.append(contact.stream(ids[0] ?? ''), 0, newEvents(ledger, origin, [gone]));
  await fold();
  await run();
  assert.equal(completed(), [{ runId: RUN, accepted: 48, skipped: 2 }]);
});

test('a contact whose suppression is in the log gets nothing, though the read model lags', async () => {
  const { run, suppressedLately, accepted, completed } = await bench(8);
  suppressedLately.add('p0@b.example');
  await run();
  assert.not.ok(accepted().some(({ data }) => data.to[0] === 'p0@b.example'));
  assert.equal(completed(), [{ runId: RUN, accepted: 5, skipped: 3 }]);
});

test('a contact that was unsubscribed before the run gets nothing: the run waits for the contacts', async () => {
  const { run, store, ledger, fold, ids, onContacts, accepted, completed } = await bench(8);
  const gone = { type: 'ContactSaved', data: { email: 'p0@b.example', subscribed: false } };
  await store.append(contact.stream(ids[0] ?? ''), 0, newEvents(ledger, origin, [gone]));
  onContacts(async () => false);
  assert.equal(await run(), { retryAfterMs: 0, why: 'the service stops' });
  assert.is(accepted().length, 0, 'the service stops while it waits');
  onContacts(async () => {
    await fold();
    return true;
  });
  await run();
  assert.not.ok(accepted().some(({ data }) => data.to[0] === 'p0@b.example'));
  assert.equal(completed(), [{ runId: RUN, accepted: 5, skipped: 3 }]);
});

test('a service that stops hands the run back', async () => {
  const { run, completed } = await bench(10);
  assert.equal(await run(AbortSignal.abort()), { retryAfterMs: 0, why: 'the service stops' });
  assert.is(completed().length, 0);
});

test('a contact that the read model has not met yet is taken from the log', async () => {
  const { run, models, completed, ids } = await bench(8);
  const known = models.contacts.getMany;
  models.contacts.getMany = async (keys) => {
    const found = new Map(await known(keys));
    found.delete(ids[6] ?? '');
    return found;
  };
  await run();
  assert.equal(completed(), [{ runId: RUN, accepted: 6, skipped: 2 }]);
});

test('contacts of the audience that a node does not show yet are waited for: the run does not end without them', async () => {
  const { run, store, completed } = await bench(8);
  const read = store.readStream;
  store.readStream = async (stream, options) => {
    const events = await read(stream, options);
    return stream.startsWith('audience-') ? events.filter(({ revision }) => revision === 0) : events;
  };
  const fault: unknown = await run().catch((error: unknown) => error);
  assert.equal(completed(), []);
  assert.ok(fault instanceof EventStoreUnavailable);
  store.readStream = read;
  await run();
  assert.equal(completed(), [{ runId: RUN, accepted: 6, skipped: 2 }]);
});

test('an id of the audience that never existed counts as skipped', async () => {
  const { run, completed, accepted } = await bench(3, ['99999999-9999-4999-8999-999999999999']);
  await run();
  assert.equal(completed(), [{ runId: RUN, accepted: 2, skipped: 2 }]);
  assert.is(accepted().length, 2);
});

test('scheduled: due at its time', async () => {
  const projection = campaignRuns(1);
  const { store } = await bench(1);
  const created = store.log.find(({ type }) => type === 'CampaignCreated') as unknown as Parameters<
    typeof projection.fold
  >[1] & { data: object };
  const later = '2030-01-01T00:00:00.000Z';
  const scheduled = { ...created, data: { ...created.data, scheduledFor: later } } as typeof created;
  const run = projection.fold(null, scheduled, 'run');
  assert.equal([run?.dueAtMs, run?.isAtOnce], [Date.parse(later), false]);
  assert.is(projection.fold(null, created, 'run')?.isAtOnce, true);
});

test.run();
