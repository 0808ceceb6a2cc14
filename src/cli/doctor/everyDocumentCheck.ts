import { join } from 'node:path';
import { READ_MODELS } from '../../adapters/embedded/documents/documentFile.ts';
import type { CliDependencies } from '../cli.ts';
import { type Check, fine, wrong } from './check.ts';

/** The longest time for reading documents: a check has 15 seconds in all. */
const BUDGET_MS = 8_000;

/** Checks the file of the embedded read models, row by row and index by index, without delaying those that write it. */
export function everyDocumentCheck({
  settings,
  ledger,
}: Pick<CliDependencies, 'settings' | 'ledger'>): Check {
  return {
    name: 'read models, every document',
    run: async () => {
      const { checkDocumentsFile } = await import('../../adapters/embedded/documents/documentsCheck.ts');
      const endsAtMs = ledger.clock.monotonicMs() + BUDGET_MS;
      const folder = settings.POSTLEDGER_DATA;
      const hasTime = () => ledger.clock.monotonicMs() < endsAtMs;
      const { documents, isWhole, fault } = await checkDocumentsFile(folder, hasTime);
      if (fault !== null)
        return wrong(
          `${join(folder, READ_MODELS)} is damaged: ${fault}`,
          'Stop the service, remove read-models.*, and start it: they are built again from the log. Check the disk.',
        );
      if (isWhole)
        return fine(`all ${documents} documents were looked at, and the indexes that lead to them`);
      return fine(
        `${documents} documents were looked at, and not every index; \`projections verify\` compares all with the log`,
      );
    },
  };
}
