import { join, resolve } from 'node:path';
import { ledgerIdentity, ledgerPath, refuseLostLedger } from '../../adapters/embedded/log/ledgerFile.ts';
import { counted } from '../../audit/wording.ts';
import type { Settings } from '../../config.ts';
import { plainPosition } from '../../events/event.ts';
import type { CommandResult } from '../answer.ts';
import { filePath } from '../argumentParsers.ts';
import { type AddCommand, CliError } from '../cli.ts';
import { noteBackup } from '../lastBackup.ts';
import { progressBar } from '../progress.ts';

const MIB = 1_048_576;
const MASTER_KEY =
  'The master key is not among it: keep a copy of it apart from the data, or webhook secrets cannot be read again.';

/** `postledger backup TO`: a copy of the embedded ledger, taken while the service runs. */
export const backup: AddCommand = (command, cli) => {
  command.argument('<to>', 'folder that does not exist yet, or is empty', filePath);

  cli.action(
    command,
    async (call) => {
      const from = embeddedFolder(call.settings);
      const to = resolve(call.args[0] ?? '');
      // Loaded when it is needed: SQLite takes its time, and --help has no use for it.
      const { backupPlace, bytesToBackUp, completeBackup, copyFolder } = await import(
        '../../adapters/embedded/folderBackup.ts'
      );
      const place = await backupPlace(to);
      if (place === 'taken')
        throw new CliError(
          `${to} is not empty: name a folder that does not exist yet, or is empty.`,
          'usage',
        );
      const startedAtMs = performance.now();

      const sizeMib = Math.ceil((await bytesToBackUp(from)) / MIB);
      const copying = (onMib: (mebibytes: number) => void) => copyFolder(from, to, inMib(onMib));
      const { blobs, bytes, damaged } = await progressBar(call, 'Copying', sizeMib, copying, 'MiB');
      const checking = (onEvents: (events: number) => void) => completeBackup(to, onEvents);
      const { all: events, head, fault } = await progressBar(call, 'Checking', null, checking);
      if (fault !== null)
        throw new CliError(
          `${fault}: the same holds for ${ledgerPath(from)}, and the backup was not completed. ` +
            'Run doctor, and keep the backups that you have.',
        );

      if (damaged.length === 0) await noteBackup(from, { at: new Date().toISOString(), to });
      const seconds = Number(((performance.now() - startedAtMs) / 1_000).toFixed(1));
      const resumed = place === 'broken off';
      const data = { to, events, head, blobs, bytes, seconds, resumed, damagedBlobs: damaged };
      const lines = [
        ...(resumed
          ? [`${to} held a backup that was broken off: it was copied again, but for its blobs.`]
          : []),
        `${counted(events, 'event')} up to ${plainPosition(head)} and ${counted(blobs, 'blob')}, ${(bytes / MIB).toFixed(1)} MiB, copied to ${to} in ` +
          `${seconds} s; every event was checked.`,
        ...damaged.map((file) => `DAMAGED, and not copied: ${file}`),
        MASTER_KEY,
      ];
      return { data, text: lines.join('\n'), failed: damaged.length > 0 } satisfies CommandResult;
    },
    'what was copied is no backup yet: the same command into the same folder continues it.',
  );
};

function embeddedFolder({ EVENTSTORE_URL, MONGODB_URL, POSTLEDGER_DATA }: Settings): string {
  if (EVENTSTORE_URL !== undefined || MONGODB_URL !== undefined)
    throw new CliError(
      'the settings name engines (EVENTSTORE_URL, MONGODB_URL): back them up by their own means, in the order that ' +
        "docs/operations.md has under 'Backup and restore'" +
        (MONGODB_URL === undefined
          ? `; the parts of the log's events are in ${join(POSTLEDGER_DATA, 'parts.sqlite')}, and belong to that backup.`
          : '.'),
      'usage',
    );
  refuseLostLedger(POSTLEDGER_DATA);
  if (ledgerIdentity(POSTLEDGER_DATA) === null)
    throw new CliError(
      `there is no embedded ledger in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder.`,
      'not_found',
    );
  return POSTLEDGER_DATA;
}

/** Bytes as they are copied, reported as whole mebibytes. */
function inMib(onMib: (mebibytes: number) => void): (bytes: number) => void {
  let reported = 0;
  let copied = 0;
  return (bytes) => {
    copied += bytes;
    const mebibytes = Math.floor(copied / MIB);
    if (mebibytes > reported) onMib(mebibytes - reported);
    reported = mebibytes;
  };
}
