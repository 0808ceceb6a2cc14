import { inProcessSignals } from '../../../src/adapters/embedded/signals.ts';
import { signalsContract } from '../../contract/signals.ts';
import { quietLog } from '../../support/quietLog.ts';

signalsContract('signals in process', async () => {
  const subject = inProcessSignals(quietLog);
  return { subject, destroy: () => subject.close() };
});
