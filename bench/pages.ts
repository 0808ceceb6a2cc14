import { positionAt } from '../src/adapters/position.ts';
import { readSettings } from '../src/config.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { instant } from '../src/ports/clock.ts';
import type { Collection } from '../src/ports/documents.ts';
import { type ContactDocument, contactPage } from '../src/projections/contacts.ts';
import { openReadModels, projectionsFor, type ReadModels } from '../src/projections/readModels.ts';
import { type SmsDocument, smsPage } from '../src/projections/smsMessages.ts';
import { inBenchFolder, spread, timesOf, uuidOf } from './benchFolder.ts';
import { line, median, ratio } from './report.ts';

const FEW_ROWS = 1_000;
const PAGE = 101;
const CALLS = 2_000;
const WRITES_AT_ONCE = 5_000;
const WORKSPACE = '00000000-0000-5000-8000-000000000001';
const FIRST_MS = Date.parse('2026-01-01T00:00:00.000Z');

const positionOf = (n: number) => positionAt(n + 1);
const timeOf = (n: number) => instant(FIRST_MS + n * 10);

/** Pages of 100 at places all over the list, over many rows and over a thousand: what a page costs must not grow. */
export async function run(rows = 1_000_000): Promise<void> {
  const few = await measure(FEW_ROWS);
  const many = await measure(rows);
  const wide = rows.toLocaleString('en');
  for (const kind of ['contacts', 'sms', 'sms of one direction'] as const) {
    line(`${kind}: median page at ${FEW_ROWS.toLocaleString('en')} rows`, `${few[kind].toFixed(3)} ms`);
    line(
      `${kind}: median page at ${wide} rows`,
      `${many[kind].toFixed(3)} ms, ratio ${ratio(many[kind] / few[kind])}`,
    );
  }
}

async function measure(rows: number) {
  const found = { contacts: 0, sms: 0, 'sms of one direction': 0 };
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const models = await openReadModels(ports.documents, projectionsFor(1));
    await fill(models.contacts, rows, 1, contactAt);
    await fill(models.smsMessages, rows, 2, smsAt);
    // The file's pages are warm and the code compiled before anything counts.
    await pagesOf(models, rows, CALLS / 4);
    Object.assign(found, await pagesOf(models, rows, CALLS));
    await ports.close();
  });
  return found;
}

async function pagesOf({ contacts, smsMessages }: ReadModels, rows: number, calls: number) {
  const room = rows - PAGE;
  const full = async (page: Promise<readonly unknown[]>) => {
    const { length } = await page;
    if (length !== PAGE) throw new Error(`a page of ${length} rows`);
  };
  const contactTimes = await timesOf(calls, (n) => {
    const at = spread(n, room);
    const after = { insertedAt: positionOf(at), contactId: uuidOf(1, at) };
    return full(contactPage(contacts, WORKSPACE, PAGE, after));
  });
  const smsTimes = (direction: 'outbound' | null, margin: number) =>
    timesOf(calls, (n) => {
      // Newest first: the next ones are older.
      const at = margin + spread(n, rows - margin);
      return full(
        smsPage(smsMessages, WORKSPACE, direction, PAGE, { createdAt: timeOf(at), smsId: uuidOf(2, at) }),
      );
    });
  return {
    contacts: median(contactTimes),
    sms: median(await smsTimes(null, PAGE)),
    'sms of one direction': median(await smsTimes('outbound', 2 * PAGE)),
  };
}

async function fill<Document extends object>(
  collection: Collection<Document>,
  rows: number,
  kind: number,
  documentAt: (n: number) => Document,
): Promise<void> {
  for (let from = 0; from < rows; from += WRITES_AT_ONCE) {
    const count = Math.min(WRITES_AT_ONCE, rows - from);
    const writes = Array.from({ length: count }, (_, at) => ({
      key: uuidOf(kind, from + at),
      position: positionOf(from + at),
      document: documentAt(from + at),
    }));
    await collection.writeMany(writes);
  }
}

function contactAt(n: number): ContactDocument {
  return {
    workspace: WORKSPACE,
    email: `person${n}@receiver.test`,
    firstName: 'Ann',
    lastName: 'Example',
    phone: null,
    subscribed: true,
    tags: ['customer'],
    customFields: { inline: '{"plan":"gold"}' },
    createdAt: timeOf(n),
    updatedAt: timeOf(n),
    insertedAt: positionOf(n),
  };
}

function smsAt(n: number): SmsDocument {
  const at = timeOf(n);
  return {
    workspace: WORKSPACE,
    direction: n % 2 === 0 ? 'outbound' : 'inbound',
    from: '+15550001111',
    to: '+15550002222',
    templateId: null,
    status: 'delivered',
    segments: 1,
    credits: 1,
    createdAt: at,
    attempts: [{ attempt: 1, at, outcome: 'delivered', detail: null }],
  };
}
