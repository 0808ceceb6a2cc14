import { positionAt } from '../src/adapters/position.ts';
import { openLedger } from '../src/commands/workspace/openLedger.ts';
import { workspaceNamed } from '../src/commands/workspace/openWorkspace.ts';
import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import { collectionOf } from '../src/follow/fold/projection.ts';
import { firstStart } from '../src/main/firstStart.ts';
import { openPorts } from '../src/main/ports.ts';
import { startService } from '../src/main/service.ts';
import { instant } from '../src/ports/clock.ts';
import type { Ports } from '../src/ports/ports.ts';
import { contacts } from '../src/projections/contacts.ts';
import { dailyAnalytics, NO_FIGURES } from '../src/projections/dailyAnalytics.ts';
import { openReadModels, projectionsFor } from '../src/projections/readModels.ts';
import { inBenchFolder, serviceEnv, timesOf, uuidOf } from './benchFolder.ts';
import { line, median, ratio } from './report.ts';

const DAYS = 366;
/** Ends before today, so that nothing of the bench itself falls into it. */
const LAST_MS = Date.parse('2025-12-31T00:00:00.000Z');
const DAY_MS = 86_400_000;
const CONTACTS = 100;

/** What a year's figures cost over HTTP: index range reads, and time against one page of a hundred contacts. */
export async function run(calls = 500): Promise<void> {
  await inBenchFolder(async (data) => {
    const settings = readSettings(serviceEnv(data));
    const ports = await openPorts(settings);
    const ledger = { store: ports.store, clock: ports.clock, ids: ports.ids };
    await openLedger(ledger, ports.secrets);
    const first = await firstStart(ledger);
    const workspace = (await workspaceNamed(ports.store, 'default'))?.id ?? '';
    await fill(ports, workspace);
    const reads = new Map<string, number>();
    const service = await startService(settings, counting(ports, reads));
    const ask = async (path: string) => {
      const answer = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${first?.key ?? ''}` },
      });
      return { status: answer.status, body: (await answer.json()) as { data: unknown[] } };
    };
    while ((await ask('/v1/contacts')).status === 401) await ports.clock.sleep(20);

    const year = `/v1/analytics?from=${instant(LAST_MS - (DAYS - 1) * DAY_MS)}&to=${instant(LAST_MS)}`;
    const page = `/v1/contacts?limit=${CONTACTS}`;
    const check = async (path: string, rows: number) => {
      const { status, body } = await ask(path);
      if (status !== 200 || body.data.length !== rows)
        throw new Error(`${path}: ${status}, ${body.data.length} rows`);
    };
    await check(year, DAYS);
    await check(page, CONTACTS);
    const [figures, contactPages] = [collectionOf(dailyAnalytics).name, collectionOf(contacts).name];
    await timesOf(calls / 5, () => ask(year));
    await timesOf(calls / 5, () => ask(page));
    reads.clear();
    const yearMs = median(await timesOf(calls, () => ask(year)));
    const pageMs = median(await timesOf(calls, () => ask(page)));
    const readsOf = (collection: string) => String((reads.get(collection) ?? 0) / calls);
    const pageName = `a page of ${CONTACTS} contacts`;
    line(`${DAYS} days: index range reads a call`, readsOf(figures));
    line(`${pageName}: index range reads a call`, readsOf(contactPages));
    line(`${DAYS} days: median over HTTP`, `${yearMs.toFixed(2)} ms`);
    line(`${pageName}: median over HTTP`, `${pageMs.toFixed(2)} ms, ratio ${ratio(yearMs / pageMs)}`);
    await service.stop();
  });
}

/** The ports, with every index range read counted by collection. */
function counting(ports: Ports, reads: Map<string, number>): Ports {
  const { documents } = ports;
  return {
    ...ports,
    documents: {
      ...documents,
      async collection<Document extends object>(definition: Parameters<typeof documents.collection>[0]) {
        const collection = await documents.collection<Document>(definition);
        return {
          ...collection,
          page(query: Parameters<typeof collection.page>[0]) {
            reads.set(definition.name, (reads.get(definition.name) ?? 0) + 1);
            return collection.page(query);
          },
        };
      },
    },
  };
}

async function fill({ documents }: Ports, workspace: string): Promise<void> {
  const models = await openReadModels(documents, projectionsFor(1));
  const position = BEGINNING;
  await models.dailyAnalytics.writeMany(
    Array.from({ length: DAYS }, (_, n) => {
      const day = instant(LAST_MS - n * DAY_MS).slice(0, 10);
      const document = { ...NO_FIGURES, workspace, day, accepted: n, delivered: n };
      return { key: `${workspace}/${day}`, position, document };
    }),
  );
  const at = instant(LAST_MS);
  await models.contacts.writeMany(
    Array.from({ length: 2 * CONTACTS }, (_, n) => ({
      key: uuidOf(1, n),
      position,
      document: {
        workspace,
        email: `person${n}@receiver.test`,
        firstName: 'Ann',
        lastName: null,
        phone: null,
        subscribed: true,
        tags: [],
        customFields: null,
        createdAt: at,
        updatedAt: at,
        insertedAt: positionAt(n),
      },
    })),
  );
}
