import { setTimeout as sleep } from 'node:timers/promises';
import { saveContact } from '../src/commands/email/saveContact.ts';
import { openLedger } from '../src/commands/workspace/openLedger.ts';
import { workspaceNamed } from '../src/commands/workspace/openWorkspace.ts';
import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import { eventsAfter } from '../src/follow/eventsAfter.ts';
import { firstStart } from '../src/main/firstStart.ts';
import { openPorts } from '../src/main/ports.ts';
import type { Ports } from '../src/ports/ports.ts';
import { openReadModels, projectionsFor } from '../src/projections/readModels.ts';
import { inBenchFolder, serviceEnv } from './benchFolder.ts';
import { type PinnedServer, pinMyself, startService } from './pinned.ts';
import { processMemory, watchMemory } from './processMemory.ts';
import { line, rate, ratio } from './report.ts';
import { generateSends, postJson } from './sends.ts';

const IN_FLIGHT = 512;
const SINGLE_MS = 5_000;
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const SINGLE = JSON.stringify({
  from: 'news@sender.test',
  to: 'person@receiver.test',
  subject: 'News for Ann',
  text: 'Dear Ann, there are news.',
});

/** Emails a second that a campaign run accepts, over single sends at one caller; and the memory it takes. */
export async function run(contacts = 20_000): Promise<void> {
  pinMyself(LOAD_CORE);
  await inBenchFolder(async (data) => {
    const ports = await openPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const { key, contactIds } = await fill(ports, contacts);
    const server = await startService(SERVER_CORE, serviceEnv(data, { POSTLEDGER_PACE_PER_SECOND: '1' }));
    await projected(ports, contactIds);
    const single = await generateSends(
      { url: server.url, key },
      { body: SINGLE, connections: 1, durationMs: SINGLE_MS, warmUpMs: 1_000 },
    );

    const before = processMemory(server.pid);
    const watch = watchMemory(server.pid, 100);
    await startCampaign(server, key, contactIds);
    const { perSecond, accepted } = await completed(ports);
    const own = watch.stop().map(({ ownMiB }) => ownMiB);
    line('single sends, one caller', rate(single.perSecond));
    line(
      `a campaign to ${accepted.toLocaleString('en')} contacts`,
      `${rate(perSecond)}, ratio ${ratio(perSecond / single.perSecond)}`,
    );
    line(
      'own memory of the service: before it, at most meanwhile',
      `${before.ownMiB.toFixed(0)} MiB, ${Math.max(...own).toFixed(0)} MiB`,
    );
    await server.stop();
    await ports.close();
  });
}

async function fill({ store, clock, ids, secrets }: Ports, count: number) {
  const ledger = { store, clock, ids };
  await openLedger(ledger, secrets);
  const first = await firstStart(ledger);
  const workspace = (await workspaceNamed(store, 'default'))?.id ?? '';
  const origin = { workspace, actor: 'operator', correlation: ids.uuid(), causation: null };
  const contactIds: string[] = new Array(count).fill('');
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const n = next++;
      const fields = { email: `person${n}@receiver.test`, firstName: 'Ann', subscribed: true };
      contactIds[n] = (await saveContact(ledger, origin, fields)).contactId;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  return { key: first?.key ?? '', contactIds };
}

/** Waits until the service has folded the contacts: the last of them are in its read model. */
async function projected({ documents }: Ports, contactIds: readonly string[]): Promise<void> {
  const models = await openReadModels(documents, projectionsFor(1));
  const last = contactIds.slice(-2 * IN_FLIGHT);
  while ((await models.contacts.getMany(last)).size < last.length) await sleep(100);
}

async function startCampaign(
  { url }: PinnedServer,
  key: string,
  contactIds: readonly string[],
): Promise<void> {
  const post = async (path: string, body: unknown): Promise<string> =>
    (JSON.parse(await postJson({ url, key }, path, body)) as { id: string }).id;
  const audience_id = await post('/v1/audiences', { name: 'everyone', contact_ids: contactIds });
  const template_id = await post('/v1/templates', {
    friendly_name: 'news',
    name: 'News',
    subject: 'News for {{ first_name }}',
    text: 'Dear {{ first_name }}, there are news.',
  });
  await post('/v1/campaigns', { name: 'first', audience_id, template_id, from: 'news@sender.test' });
}

/** By the times in the log: from the run's start to its completion. */
async function completed({ store }: Ports): Promise<{ perSecond: number; accepted: number }> {
  const types = ['CampaignRunStarted', 'CampaignRunCompleted'];
  for (;;) {
    const [started, ended] = await eventsAfter(store, { after: BEGINNING, limit: 2, types });
    if (started !== undefined && ended !== undefined) {
      const ms = Date.parse(ended.metadata.at) - Date.parse(started.metadata.at);
      const { accepted } = ended.data as { accepted: number };
      return { accepted, perSecond: accepted / (ms / 1_000) };
    }
    await sleep(500);
  }
}
