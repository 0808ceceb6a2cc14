import type { CheckpointDocument } from '../../runtime/checkpoints.ts';
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
      const checkpoints = await documents.collection<CheckpointDocument>({
        name: 'checkpoints',
        indexes: {},
      });
      const reached = new Map<string, string>();
      for await (const { position, document } of checkpoints.scan()) {
        const before = reached.get(document.consumer) ?? '';
        if (position > before) reached.set(document.consumer, position);
      }
      // Read behind the checkpoints: the service may go on meanwhile.
      const head = await ledger.store.head();
      const ahead = [...reached].filter(([, position]) => position > head).map(([consumer]) => consumer);
      if (ahead.length === 0) return fine(`none knows an event behind the log's end at ${head}`);
      return wrong(
        `the log ends at ${head}, and these have passed it: ${ahead.sort().join(', ')}`,
        'The log is older than the read models, as after a restore: stop the service, remove the read models ' +
          '(read-models.sqlite, or all collections but blobs.*), and start it again.',
      );
    },
  };
}
