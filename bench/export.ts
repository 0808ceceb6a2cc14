import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { exportedLines } from '../src/audit/exportedLines.ts';
import { exportHeader } from '../src/audit/exportFormat.ts';
import { withExportFile } from '../src/cli/audit/exportFile.ts';
import { readSettings } from '../src/config.ts';
import { BEGINNING } from '../src/events/event.ts';
import { openLedgerPorts } from '../src/main/ledgerPorts.ts';
import { inBenchFolder, secondsOf } from './benchFolder.ts';
import { appendMessages } from './messageLog.ts';
import { line, median, rate, ratio } from './report.ts';

const MESSAGES = 40_000;
const ROUNDS = 3;
const MIB = 1_048_576;
const ALL = { since: null, until: null, workspace: null, stream: null, types: null };

/** Bytes a second of `audit export` into a file that is synced, against those of `cp` and `sync` of that file. */
export async function run(): Promise<void> {
  await inBenchFolder(async (data) => {
    const { store, close } = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
    const events = await appendMessages(store, MESSAGES);
    const exports: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const file = join(data, `${round}.jsonl`);
      const seconds = await secondsOf(() =>
        withExportFile(file, exportHeader('bench', true, ALL), async (opened) => {
          const range = { after: BEGINNING, until: await store.head(), filter: null, personal: true };
          for await (const page of exportedLines(store, range)) await opened.append(page.lines, page.events);
          return opened.end(null);
        }),
      );
      const { size } = statSync(file);
      const copying = await secondsOf(async () => {
        execFileSync('cp', [file, `${file}.copy`]);
        execFileSync('sync', [`${file}.copy`]);
      });
      exports.push(size / MIB / seconds);
      copies.push(size / MIB / copying);
      line(`${events.toLocaleString('en')} events exported`, rate(events / seconds));
    }
    line(
      'MiB of lines',
      `export ${rate(median(exports))}, cp ${rate(median(copies))}, ratio ${ratio(median(exports) / median(copies))}`,
    );
    await close();
  });
}
