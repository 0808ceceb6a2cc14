import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { checkExport, isEnd, parsedLine } from '../../audit/exportFormat.ts';
import { EMPTY_TREE, rootOf } from '../../audit/merkleTree.ts';
import { treeFold } from '../../audit/treeFold.ts';
import { counted } from '../../audit/wording.ts';
import { BEGINNING, type RecordedEvent } from '../../events/event.ts';
import type { EventStore } from '../../ports/eventStore.ts';
import { filePath } from '../argumentParsers.ts';
import { type Cli, CliError, type CommandCall } from '../cli.ts';
import { copyEvents } from '../copy/copyEvents.ts';
import { openLog } from '../copy/openLog.ts';
import { progressBar } from '../progress.ts';
import { linesOf } from './linesOf.ts';

/**
 * Events that are appended together, and bytes of their lines. One batch of the embedded log has room for all of them, also where
 * it takes each character of the last append, of a mebibyte at most, for three bytes: of two batches the second could be
 * written where the first was not, and what the log holds would be no beginning of the file.
 */
const PAGE = 1_000;
const PAGE_BYTES = 4 * 1_048_576;

const WHAT_LACKS =
  'Blobs and the master key are not in the file: put the folder blobs and master.key of the old ledger here, then run audit verify.';
const FOR_AUDITING = 'It is for auditing: it has no personal values, and sends nothing. Run audit verify.';

/** `postledger audit import FILE`: an empty ledger becomes the one of the file. */
export function addImport(group: Command, cli: Cli): void {
  const command = group
    .command('import')
    .description('make the ledger of an export in an empty data folder or engine, with the same tree')
    .argument('<file>', 'what audit export wrote, without a filter', filePath);
  cli.action(command, imported, 'what was imported stays; the same command goes on from there.');
}

async function imported(call: CommandCall) {
  const file = call.args[0] ?? '';
  const [{ leafOf }, { ledgerPath }, { systemClock }] = await Promise.all([
    import('../../adapters/leavesFrom.ts'),
    import('../../adapters/embedded/log/ledgerFile.ts'),
    import('../../adapters/node/systemClock.ts'),
  ]);
  const { EVENTSTORE_URL, POSTLEDGER_DATA } = call.settings;
  const open = (makesForAuditing = false) => openLog(call.settings, { clock: systemClock, makesForAuditing });
  // A file that is refused leaves no ledger.
  const isNew = EVENTSTORE_URL === undefined && !existsSync(ledgerPath(POSTLEDGER_DATA));
  let store = isNew ? null : await open();
  try {
    let there = store && wholeLog(store);
    await there?.to(Number.POSITIVE_INFINITY);
    const held = there?.tree() ?? EMPTY_TREE;
    const { size } = held;
    const checked = await progressBar(call, 'Checking', null, (onEvents) =>
      checkExport(linesOf(file), { leafOf, size, onEvents }),
    ).catch((error: unknown) => {
      throw error instanceof RangeError
        ? new CliError(`${file}: ${error.message}. Nothing was imported.`)
        : error;
    });
    // What an import that was broken off has left is the beginning of the file.
    if (checked.rootAt !== rootOf(held))
      throw new CliError(
        'the ledger is not empty: name an empty data folder or engine. Nothing was imported.',
      );
    const { personal } = checked;
    if (!personal && EVENTSTORE_URL !== undefined)
      throw new CliError(
        `${file} has no personal values: it makes a ledger for auditing, in a data folder and in no engine. Nothing was imported.`,
        'usage',
      );
    store ??= await open(!personal);
    if (store.isForAuditing === personal)
      throw new CliError(
        `the ledger was begun ${personal ? 'without' : 'with'} personal values, and ${file} is with${personal ? '' : 'out'} them: ` +
          'name another data folder. Nothing was imported.',
      );
    there ??= wholeLog(store);
    const target = store;
    const { events } = checked.end;
    // The embedded log keeps the order of calls, and takes what is called in one turn in one batch.
    const order = { atOnce: EVENTSTORE_URL === undefined ? PAGE : 1 };
    await progressBar(call, 'Importing', events - size, (onEvents) =>
      copyEvents(target, eventsOf(file, size), order, onEvents),
    );
    await there.to(Number.POSITIVE_INFINITY);
    const root = rootOf(there.tree());
    const isSame = root === rootOf(checked.tree);
    const verdict = isSame
      ? `The ledger has the tree of the file: root ${root}. ${personal ? WHAT_LACKS : FOR_AUDITING}`
      : 'THE TREE IS ANOTHER ONE: something else wrote into the ledger. Empty it and begin again.';
    return {
      data: { events, personal, held: size, root, equal: isSame, seal: checked.end.seal },
      text: `${counted(events - size, 'event')} imported${size === 0 ? '' : `; ${size} were there already`}.\n${verdict}`,
      failed: !isSame,
    };
  } finally {
    await store?.close();
  }
}

const wholeLog = (store: EventStore) => treeFold(store, { tree: EMPTY_TREE, after: BEGINNING });

/** The events of a file after the first ones. */
async function* eventsOf(
  file: string,
  skipped: number,
): AsyncGenerator<readonly RecordedEvent[], void, void> {
  let page: RecordedEvent[] = [];
  let bytes = 0;
  // The first line is the header.
  let left = skipped + 1;
  for await (const line of linesOf(file)) {
    if (left-- > 0) continue;
    const parsed = parsedLine(line.toString());
    if (isEnd(parsed)) break;
    page.push(parsed as RecordedEvent);
    bytes += line.length;
    if (page.length < PAGE && bytes < PAGE_BYTES) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  yield page;
}
