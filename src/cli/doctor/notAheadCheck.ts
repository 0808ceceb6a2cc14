import { aheadOfLog } from '../../projections/aheadOfLog.ts';
import type { CliContext } from '../context.ts';
import { type Check, fine, wrong } from './check.ts';

/** Looks whether read models know events that the log has not: then they pass over what comes to stand there. */
export function notAheadCheck({
  ledger,
  documents,
}: Pick<CliContext, 'documents'> & { ledger: Pick<CliContext['ledger'], 'store'> }): Check {
  return {
    name: 'read models, not ahead of the log',
    run: async () => {
      const { end, consumers } = await aheadOfLog(documents, ledger.store);
      if (end === null) return fine('where the damaged log ended cannot be told');
      if (consumers.length === 0) return fine(`none knows an event behind the log's end at ${end}`);
      return wrong(
        `the log ends at ${end}, and these have passed it: ${consumers.join(', ')}`,
        'The log is older than the read models, as after a restore: stop the service, drop the read models ' +
          '(all collections but blobs.*), and start it again.',
      );
    },
  };
}
