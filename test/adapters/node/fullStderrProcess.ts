import { closeSync, openSync } from 'node:fs';
import { pinoLog } from '../../../src/adapters/node/pinoLog.ts';

// Logs while standard error is on a disk without room, and again once it is on the file of the first argument.
const [file = ''] = process.argv.slice(2);
/** The lowest free number is given, which is that of standard error. */
const putStderrOn = (path: string) => {
  closeSync(2);
  openSync(path, 'a');
};

putStderrOn('/dev/full');
const log = pinoLog('info', { role: 'api', host: 'a.example', pid: 7, version: '1.2.3' });
for (let n = 0; n < 3; n++) log.error({ n }, 'lost');
putStderrOn(file);
log.info({}, 'there is room again');
