import { runCommands } from '../commands.ts';
import type { Scenario } from './scenario.ts';

const MINUTE_MS = 60_000;
/** A report of the mail route each half minute: more of them than there are events after some minutes. */
const IDLE_MS = 15 * MINUTE_MS;

/** Issue 22, point 1: the reports of the mail route count past the log's end, and read models are thrown away for it. */
export const quietService: Scenario = {
  name: 'read models condemned by a quiet service',
  knownFaultOf: null,
  isAbout: ({ rule, what }) =>
    rule === 'nothing is reported as damaged or set aside' ||
    (rule === 'every command works in the quiet stretch' && /ahead|read-models/.test(what)) ||
    (rule === 'no log line of level error without a fault that explains it' &&
      /ahead|read-models/.test(what)),
  async live(world) {
    const { time, service, clients } = world;
    const sending = { recipients: ['takes-1@receiver.test'], scheduledForMs: null, callsAtOnce: 1 };
    clients.send({ key: 'only-one', ...sending });
    await clients.allAnswered(60_000);
    await time.sleep(IDLE_MS);
    await runCommands(world, ['status', 'audit']);
    await service.stop();
    await service.start();
    await service.stop();
  },
};
