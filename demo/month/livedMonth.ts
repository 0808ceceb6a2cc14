import { createHash } from 'node:crypto';
import type { App } from '../../src/api/dependencies.ts';
import { readerNamed } from '../../src/api/reading/bodyReaders.ts';
import { readBytes } from '../../src/api/reading/reader.ts';
import type { Ledger } from '../../src/commands/kernel/ledger.ts';
import { openLedger } from '../../src/commands/workspace/openLedger.ts';
import { readSettings } from '../../src/config.ts';
import { startService } from '../../src/main/service.ts';
import { chanceOf } from '../../test/simulation/chance.ts';
import { worldDocuments } from '../../test/simulation/stores/worldDocuments.ts';
import { worldLog } from '../../test/simulation/stores/worldLog.ts';
import { memoryBlobs } from '../../test/support/memoryBlobs.ts';
import { seededIds } from '../../test/support/seededIds.ts';
import { monthOutside } from './monthOutside.ts';
import { type MonthStores, monthPorts } from './monthPorts.ts';
import { monthTime } from './monthTime.ts';
import { customersOf } from './people.ts';
import { type Caller, planShop } from './planShop.ts';
import { readers } from './readers.ts';
import { isAway, openShop } from './shop.ts';

export interface MonthOptions {
  readonly seed: number;
  /** The end, milliseconds since 1970. */
  readonly untilMs: number;
  readonly days: number;
}

const DAY_MS = 86_400_000;
/** Where recipients reach the service. */
const BASE_URL = 'https://mail.fernhill.example';
const CUSTOMERS = 380;

/**
 * A month of a shop: the service as it is, over stores in memory and a world made up, driven by its own interface. The same
 * options give the same log.
 */
export async function livedMonth({ seed, untilMs, days }: MonthOptions) {
  const startsAtMs = untilMs - days * DAY_MS;
  let nowMs = () => startsAtMs;
  const stores: MonthStores = {
    log: worldLog(() => nowMs()),
    documents: worldDocuments(() => nowMs()),
    blobs: memoryBlobs(() => nowMs()),
    // The folder is one to look at: all who know the seed know its keys.
    masterKey: createHash('sha256').update(`a month of ${seed}`).digest(),
  };
  let [writes, seen] = [0, 0];
  stores.documents.onWrite(() => {
    writes += 1;
  });
  const time = monthTime({
    ...{ startsAtMs, dueAtMs: stores.documents.dueAtMs },
    done: () => stores.log.events.length + writes,
    goesOn() {
      const fresh = stores.log.events.slice(seen);
      seen += fresh.length;
      return fresh.some(({ data }) => {
        const { nextAttemptAt, scheduledFor } = data as {
          readonly [name: string]: string | null | undefined;
        };
        return (nextAttemptAt ?? scheduledFor ?? null) !== null;
      });
    },
  });
  nowMs = time.clock.nowMs;
  const ids = seededIds(`month ${seed}`);
  const customers = customersOf(seed, CUSTOMERS);
  const mailboxes = new Map(customers.map(({ address, mailbox }) => [address, mailbox]));
  const reading = readers({ time, chance: chanceOf(seed, 'readers'), baseUrl: BASE_URL });
  const outside = monthOutside({
    ...{ time, chance: chanceOf(seed, 'outside'), onMail: reading.onMail },
    mailboxOf: (address) => mailboxes.get(address),
    isAway: (host, dateMs) => isAway(host, (dateMs - startsAtMs) / DAY_MS),
  });
  const ports = { ...monthPorts(stores, time, ids), ...outside.ports };
  const ledger: Ledger = { store: ports.store, clock: time.clock, ids };
  await openLedger(ledger, ports.secrets);
  const shop = await openShop(ledger, ports.secrets);
  const settings = readSettings({
    POSTLEDGER_BASE_URL: BASE_URL,
    POSTLEDGER_BOUNCE_DOMAIN: 'returns.fernhill.example',
    POSTLEDGER_BOUNCE_PORT: '2525',
    POSTLEDGER_REQUIRE_DOMAINS: 'no',
  });
  let app: App | null = null;
  const starting = startService(settings, ports, {
    reach: async (built) => {
      app = built;
      return BASE_URL;
    },
    opensLedger: false,
    bodyThread: () => ({
      dead: false,
      read: async ({ reader, parts }) => readBytes(readerNamed(reader), Buffer.concat(parts)),
      end: async () => {},
    }),
  });
  const call: Caller = async (request) => {
    const answer = await time.underWay(
      (app as App | null)?.inject(request) ?? Promise.reject(new Error('the service does not answer')),
    );
    return { status: answer.statusCode, text: answer.payload };
  };
  reading.listen(call, outside);
  planShop({
    ...{ time, startsAtMs, days, customers, shop, call, outside, ledger },
    chance: chanceOf(seed, 'shop'),
  });
  const over = time.underWay(starting);
  await time.liveUntil(startsAtMs + 1_000);
  const service = await over;
  await time.liveUntil(untilMs);
  const stopped = service.stop();
  await time.liveUntil(untilMs + 1);
  await stopped;
  return { stores, apiKey: shop.main.key };
}
