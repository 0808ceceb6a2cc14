import type { Ledger } from '../commands/kernel/ledger.ts';
import { type AnyProjection, openProjection } from '../follow/fold/projection.ts';
import { RevisionConflict } from '../ports/eventStore.ts';
import type { ReadModels } from '../projections/readModels.ts';
import type { CliDependencies, CommandCall, LedgerCall, Progress } from './cli.ts';
import { sentence } from './errors.ts';
import { ledgerKeys } from './ledgerKeys.ts';
import { progressed } from './progress.ts';

/** What an action on the opened ledger is called with, and in words what it has appended so far. */
export async function ledgerCall(
  call: CommandCall,
  opened: CliDependencies,
): Promise<{ readonly onLedger: LedgerCall; appended(): string }> {
  const { ledger, appended } = countingAppends(opened.ledger);
  const dependencies = { ...opened, ledger, ...(await ledgerKeys(opened)) };
  const readModel = readModels(call, dependencies);
  const onLedger = { ...call, ...dependencies, readModel, folded: foldedModels(call, readModel) };
  return { onLedger, appended };
}

/** A ledger, and in words what a command has appended to it so far. */
function countingAppends(ledger: Ledger): { readonly ledger: Ledger; appended(): string } {
  const { store } = ledger;
  let asked = 0;
  let done = 0;
  const append: typeof store.append = async (stream, expected, events) => {
    asked += events.length;
    try {
      const result = await store.append(stream, expected, events);
      done += events.length;
      return result;
    } catch (error) {
      if (error instanceof RevisionConflict) asked -= events.length;
      throw error;
    }
  };
  return {
    ledger: { ...ledger, store: { ...store, append } },
    appended: () =>
      asked === 0
        ? 'nothing was written to the log.'
        : `${done} events were written to the log and stay${asked > done ? `; ${asked - done} more may be` : ''}.`,
  };
}

function readModels(
  call: CommandCall,
  { catchUp, documents, projections }: CliDependencies,
): LedgerCall['readModel'] {
  return async (name) => {
    const projection: AnyProjection = projections[name];
    const progress: Progress = (action) =>
      progressed(call, `Folding the read model ${projection.name}`, action);
    await catchUp([projection], progress);
    return (await openProjection(documents, projection)) as ReadModels[typeof name];
  };
}

function foldedModels({ host }: CommandCall, readModel: LedgerCall['readModel']): LedgerCall['folded'] {
  return (name) =>
    readModel(name).catch((error: unknown) => {
      host.stderr(
        `postledger: the read model ${name} could not be folded (${sentence(error)}); what this command did is in the ` +
          'log all the same: do not run it again.\n',
      );
      return null;
    });
}
