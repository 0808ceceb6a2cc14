import { hash } from 'node:crypto';
import { join } from 'node:path';
import { openSqlite } from '../src/adapters/embedded/sqlite.ts';
import { prove } from '../src/audit/prove.ts';
import { runSealer } from '../src/audit/sealer.ts';
import { sealAt, sealsEnd } from '../src/audit/sealStream.ts';
import { verifyLog } from '../src/audit/verifyLog.ts';
import { ledgerIdOf, openLedger } from '../src/commands/workspace/openLedger.ts';
import { readSettings } from '../src/config.ts';
import { BEGINNING, type Position } from '../src/events/event.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { inBenchFolder, secondsOf, spread, timesOf } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { line, quantile, rate, ratio } from './report.ts';

const EVENTS_A_MESSAGE = 3;
const PROOFS = 200;
const ROUNDS = 5;
const LEDGER_FILE = 'ledger.sqlite';

/** What sealing costs an event, `audit verify` against a scan that only hashes, and the time of a proof. */
export async function run(events = 300_000): Promise<void> {
  await inBenchFolder(async (data) => {
    const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const { store, secrets, ids, log } = ports;
    // Its sealer never waits.
    const ledger = { store, ids, clock: { ...ports.clock, sleep: () => ports.clock.sleep(1) } };
    await openLedger(ledger, secrets);
    const appending = await cpuOf(() => appendMessages(store, Math.ceil(events / EVENTS_A_MESSAGE)));
    const until = Number(await store.head());
    const stop = new AbortController();
    const sealing = await cpuOf(async () => {
      const running = runSealer({ ledger, secrets, log }, stop.signal, () => true);
      while (((await sealsEnd(store)).seal?.data.size ?? 0) < until) await ports.clock.sleep(50);
      stop.abort();
      await running;
    });
    line('processor time an event', `append ${micros(appending, until)}, seal ${micros(sealing, until)}`);

    const ledgerId = (await ledgerIdOf(store)) ?? '';
    const [scans, verifications]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      scans.push(await secondsOf(async () => scan(data)));
      verifications.push(
        await secondsOf(async () => {
          const { finding } = await verifyLog(store, { ledgerId });
          if (finding !== null) throw new Error(finding.what);
        }),
      );
    }
    // The quickest of each: they have the second core that the others may have lacked.
    const [scanned, verified] = [Math.min(...scans), Math.min(...verifications)];
    line(
      `${until.toLocaleString('en')} events`,
      `only read and hashed ${rate(until / scanned)}, verified ${rate(until / verified)}, ratio ${ratio(scanned / verified)}`,
    );

    const [{ seal: head }, from] = [await sealsEnd(store), await sealAt(store, 1)];
    if (head === null || from === null) throw new Error('nothing was sealed');
    const times = await timesOf(PROOFS, async (n) => {
      const place = String(1 + spread(n, until)).padStart(BEGINNING.length, '0') as Position;
      await prove(store, new Set([place]), { from, head });
    });
    line(
      'proof of one event',
      `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    );
    await ports.close();
  });
}

/** Reads every row of the ledger, hashes it, and does nothing else. */
function scan(data: string): void {
  const db = openSqlite(join(data, LEDGER_FILE), { readOnly: true, busyTimeoutMs: 0 });
  const rows = db.prepare(
    `SELECT CAST(stream || type || id || at || workspace || data || metadata AS BLOB) FROM events`,
  );
  rows.setReturnArrays(true);
  for (const [row] of rows.iterate() as unknown as Iterable<[Uint8Array]>) hash('sha256', row);
  db.close();
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const micros = (total: number, events: number): string => `${(total / events).toFixed(1)} µs`;
