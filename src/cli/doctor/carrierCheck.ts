import { connect } from 'node:net';
import { smppAddress } from '../../adapters/smpp/smppAddress.ts';
import type { Settings } from '../../config.ts';
import { type Check, fine, wrong } from './check.ts';

const CONNECT_MS = 5_000;

/** Where text messages go, and whether somebody listens there. It does not bind: the bind may be the service's only one. */
export function carrierCheck({ SMPP_URL, POSTLEDGER_DATA }: Settings): Check {
  return {
    name: 'text messages',
    run: async () => {
      if (SMPP_URL === undefined)
        return fine(`written to ${POSTLEDGER_DATA} as files; set SMPP_URL to send them`);
      const { host, port } = smppAddress(SMPP_URL);
      const failure = await connectFailure(host, port);
      return failure === null
        ? fine(`${host}:${port} takes connections; the log of the service tells of its bind`)
        : wrong(
            `the carrier at ${host}:${port} cannot be reached: ${failure}`,
            'Correct SMPP_URL, or ask the carrier.',
          );
    },
  };
}

/** Null when the connection came about. */
function connectFailure(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (failure: string | null) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once('connect', () => end(null));
    socket.once('timeout', () => end('no answer'));
    socket.once('error', (error) => end(error.message));
  });
}
