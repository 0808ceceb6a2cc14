import { positionAt } from '../src/adapters/position.ts';
import { readSettings } from '../src/config.ts';
import type { RecordedEvent } from '../src/events/event.ts';
import { uuid5 } from '../src/events/uuid5.ts';
import { foldInto } from '../src/follow/fold/foldInto.ts';
import { type AnyProjection, openProjection } from '../src/follow/fold/projection.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { instant } from '../src/ports/clock.ts';
import { foldedText } from '../src/ports/documents.ts';
import { findMessages, type MessageFilter, messagesByPart } from '../src/projections/findMessages.ts';
import { messages } from '../src/projections/messages.ts';
import { searchTexts } from '../src/projections/searchTexts.ts';
import { inBenchFolder, spread, timesOf } from './benchFolder.ts';
import { line, quantile, ratio } from './report.ts';

const WORKSPACE = '00000000-0000-5000-8000-000000000001';
const FIRST_MS = Date.parse('2026-01-01T00:00:00.000Z');
const BATCH = 1_000;
const PAGE = 50;
const CALLS = 200;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const DOMAINS = ['mailhaus', 'postfach', 'brightmail', 'uni-nord', 'kanzlei-berg', 'studio-lumen'];
/** A twentieth of them each, but for what has a number of its own. */
const SUBJECTS = [
  'Your order',
  'Your invoice',
  'Your parcel has left',
  'Sign in to the shop',
  'News of spring',
];

/** A page of what has a part, next to a page of what equals: processor time in the process that answers, and each page's time. */
export async function run(rows = 1_000_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const byEquality: AnyProjection = messages(1) as never;
    const byParts: AnyProjection = searchTexts as never;
    const found = await openProjection(ports.documents, byEquality);
    const texts = await openProjection(ports.documents, byParts);
    const foldMs = { messages: 0, 'texts that are searched': 0 };
    for (let from = 0; from < rows; from += BATCH) {
      const events = Array.from({ length: Math.min(BATCH, rows - from) }, (_, at) => eventOf(from + at));
      foldMs.messages += await processorMs(() => foldInto(byEquality, found, events));
      foldMs['texts that are searched'] += await processorMs(() => foldInto(byParts, texts, events));
    }
    for (const [what, ms] of Object.entries(foldMs))
      line(`processor time to fold ${what}`, `${((ms * 1_000) / rows).toFixed(1)} us a message`);
    const collections = { messages: found as never, searchTexts: texts as never };
    const equality = async (filter: Omit<MessageFilter, 'workspace'>) =>
      (await findMessages(collections.messages, { workspace: WORKSPACE, ...filter }, PAGE)).messages.length;
    const parts = async (part: string) =>
      (
        await messagesByPart(
          collections,
          { filter: { workspace: WORKSPACE }, part: foldedText(part) },
          PAGE,
          null,
        )
      ).messages.length;
    const some = (call: number) => spread(call, rows);
    const [address, tag] = [
      await measured('equal: an address', (call) => equality({ to: addressOf(some(call)) })),
      await measured('equal: a tag of half', () => equality({ tag: 'order' })),
    ];
    const asked: Readonly<Record<string, (call: number) => string>> = {
      'half an address': (call) => addressOf(some(call)).slice(0, 9),
      'an address': (call) => addressOf(some(call)),
      'a name': (call) => nameOf(some(call)).split(' ')[1] ?? '',
      'a number in a subject': (call) => `#${100_000 + some(call)}`,
      'a word of a fifth of the subjects': () => 'invoice',
      'a domain of a sixth': () => '@postfach',
      'a tag of half': () => 'order',
      'two words of subject and address': () => 'parcel has l',
      'what is nowhere': (call) => `${SYLLABLES[call % 20]}qq${SYLLABLES[(call * 7) % 20]}`,
      'threes that are everywhere, together nowhere': () => 'shop order',
    };
    for (const [what, partOf] of Object.entries(asked)) {
      const figure = await measured(`part: ${what}`, (call) => parts(partOf(call)));
      line(
        `part: ${what}, over equality (an address, a tag)`,
        `${ratio(figure / address)}, ${ratio(figure / tag)}`,
      );
    }
    await ports.close();
  });
}

/** Prints a page's figures; resolves with its processor time in ms. */
async function measured(what: string, page: (call: number) => Promise<number>): Promise<number> {
  let found = 0;
  await timesOf(CALLS / 10, page);
  let times: number[] = [];
  const cpuMs = await processorMs(async () => {
    times = await timesOf(CALLS, async (call) => {
      found += await page(call);
    });
  });
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(2));
  line(
    what,
    `${(cpuMs / CALLS).toFixed(2)} ms of processor, p50 ${p50}, p99 ${p99} ms, ${found / CALLS} a page`,
  );
  return quantile(times, 0.5);
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const idOf = (n: number, kind = 'message') => uuid5(kind, String(n));
const syllable = (n: number) => SYLLABLES[n % SYLLABLES.length] ?? '';
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Of a person who gets a mail in each hundred thousand, and so at most ten of a million. */
function nameOf(n: number): string {
  const person = spread(n % 100_000, 64_000_000);
  const [first, last] = [person % 8_000, Math.floor(person / 8_000)];
  const word = (of: number) =>
    capital(syllable(of) + syllable(Math.floor(of / 20)) + syllable(Math.floor(of / 400)));
  return `${word(first)} ${word(last)}`;
}

const addressOf = (n: number) =>
  `${nameOf(n).toLowerCase().replace(' ', '.')}@${DOMAINS[spread(n % 100_000, DOMAINS.length)]}.example`;

function eventOf(n: number): RecordedEvent {
  const id = idOf(n);
  const address = addressOf(n);
  const deliveryId = idOf(n, 'delivery');
  const subject = `${SUBJECTS[spread(n, SUBJECTS.length)]} #${100_000 + n}`;
  return {
    ...{ id, type: 'EmailAccepted', stream: `email-${id}`, revision: 0, position: positionAt(n + 1) },
    data: {
      ...{ from: 'Lumen Shop <shop@lumen.example>', subject, credits: 1, template: null, campaign: null },
      ...{ to: [`${nameOf(n)} <${address}>`], cc: [], bcc: [], replyTo: [] },
      ...{ suppressedRecipients: [], scheduledFor: null, batchId: null, batch: null },
      recipients: [{ deliveryId, suppressionId: deliveryId, address, kind: 'to', sandbox: false }],
      tags: n % 2 === 0 ? ['order'] : [],
    },
    metadata: {
      ...{ v: 1, workspace: WORKSPACE, actor: 'bench', correlation: id, causation: null },
      at: instant(FIRST_MS + n * 10),
    },
  };
}
