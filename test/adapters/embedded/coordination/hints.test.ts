import { inProcessHints } from '../../../../src/adapters/embedded/coordination/hints.ts';
import { hintsContract } from '../../../contract/hints.ts';
import { quietLog } from '../../../support/quietLog.ts';

hintsContract('hints in process', async () => {
  const subject = inProcessHints(quietLog);
  return { subject, destroy: () => subject.close() };
});
