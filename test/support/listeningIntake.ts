import { smtpIntake } from '../../src/adapters/intake/smtpIntake.ts';
import { systemClock } from '../../src/adapters/node/systemClock.ts';
import { quietLog } from './quietLog.ts';

/** A bounce intake on a free port of this machine; `port` resolves once it receives. */
export function listeningIntake(name: string) {
  let listening: (port: number) => void = () => {};
  const port = new Promise<number>((resolve) => {
    listening = resolve;
  });
  const intake = smtpIntake({
    ...{ host: '127.0.0.1', port: 0, name, relays: ['127.0.0.1'], certificate: null },
    ...{ clock: systemClock, log: quietLog, onListening: listening },
  });
  return { intake, port };
}
