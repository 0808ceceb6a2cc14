import { realpathSync } from 'node:fs';
import { ledgerIdentity } from '../../adapters/embedded/log/ledgerFile.ts';
import { isLedgerOpen } from '../../adapters/embedded/log/ledgerLock.ts';
import { masterKeyChangedAt } from '../../commands/workspace/openLedger.ts';
import { type AddCommand, type CliDependencies, CliError } from '../cli.ts';
import { copyLog } from '../copy/copyLog.ts';
import { hashLog, type LogHash } from '../copy/logHash.ts';
import { openLog } from '../copy/openLog.ts';
import { holdingEverything } from '../holdingLeases.ts';
import { progressBar } from '../progress.ts';
import { silentLog } from '../silentLog.ts';

/** `postledger migrate --from DATA_DIR`: an embedded ledger into the engines that the settings name. */
export const migrate: AddCommand = (command, cli) => {
  command.requiredOption(
    '--from <data-dir>',
    'data folder of the embedded ledger; its service must be stopped',
  );
  cli.ledgerAction(
    command,
    async (call) => {
      if (call.settings.EVENTSTORE_URL === undefined)
        throw new CliError(
          'set EVENTSTORE_URL and MONGODB_URL to the engines that the ledger is to move to.',
          'usage',
        );
      const from = String(call.options.from);
      if (ledgerIdentity(from) === null)
        throw new CliError(`there is no embedded ledger in ${from}.`, 'not_found');
      // Leases do not tell: a process with the role api alone has none, and those of others may be in Redis.
      if (isLedgerOpen(from))
        throw new CliError(
          `another process has the ledger in ${from} open: stop the service and every command on it first.`,
          'unavailable',
        );
      const [source, target] = await Promise.all([
        openSource(from, call),
        openLog(call.settings, call.ledger),
      ]);
      try {
        if (source.store.isForAuditing)
          throw new CliError(
            `the ledger in ${from} is for auditing: it has no personal values, and can't be moved to engines.`,
          );
        const holder = { leases: source.leases, partitions: 1, ledger: call.ledger };
        return await holdingEverything(holder, async () => {
          // With another master key every webhook would fail.
          await masterKeyChangedAt(source.store, call.secrets);
          const head = await source.store.head();
          const before = await progressBar(call, 'Reading', null, (on) => hashLog(source.store, on));
          const copy = { source, target: { ...call, store: target }, name: realpathSync(from) };
          await progressBar(call, 'Copying', before.events, (on) => copyLog(copy, on));
          const after = await progressBar(call, 'Checking', before.events, (on) => hashLog(target, on));
          if ((await source.store.head()) !== head)
            throw new CliError(
              'something wrote to the source meanwhile: stop its service, and run the same command again.',
              'unavailable',
            );
          return answerOf(before, after);
        });
      } finally {
        await Promise.all([source.close(), target.close()]);
      }
    },
    'what was copied stays; the same command goes on from there.',
  );
};

function answerOf(source: LogHash, target: LogHash) {
  const equal = source.sha256Sum === target.sha256Sum && source.events === target.events;
  const verdict = equal
    ? 'Both logs hold the same events. Start the service with the same settings; it builds its read models from the log.'
    : 'THE LOGS DIFFER. The target was not empty, or something else wrote to it: empty it and begin again.';
  const lines = [
    `source  ${source.events} events  ${source.sha256Sum}`,
    `target  ${target.events} events  ${target.sha256Sum}`,
  ];
  return { data: { equal, source, target }, text: [...lines, verdict].join('\n'), failed: !equal };
}

/** The adapters themselves, without what the service wraps around them: events are copied as they were written. */
async function openSource(folder: string, { ledger: { clock } }: CliDependencies) {
  const embedded = await import('../../adapters/embedded/open.ts');
  const store = await embedded.openEmbeddedLog(folder, { log: silentLog });
  const { blobs, close: closeReadSide } = await embedded.openEmbeddedReadSide(folder, {
    clock,
    log: silentLog,
  });
  const coordination = await embedded.openEmbeddedCoordination(folder, { clock, log: silentLog });
  const close = async () => {
    await Promise.all([coordination.close(), closeReadSide(), store.close()]);
  };
  return { store, blobs, leases: coordination.leases, close };
}
