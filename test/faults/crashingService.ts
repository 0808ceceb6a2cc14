import { readSettings } from '../../src/config.ts';
import { firstKeyFile } from '../../src/main/firstKeyFile.ts';
import type { FirstKeyKeeper } from '../../src/main/firstStart.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { crashAt, crashingMailer, crashingPorts, crashingPoster } from './crashPoints.ts';

/**
 * The service with a crash built in: `crashingService.ts STEP NTH LATER_MS`; without arguments it is the service as it is. Its date is
 * so much later, so that what waits for a date need not be waited for.
 */
const [step = 'never', nth = '1', laterMs = '0'] = process.argv.slice(2);
const reach = crashAt({ step, nth: Number(nth) });
const settings = readSettings(process.env);
const opened = await openPorts(settings);
const clock = { ...opened.clock, nowMs: () => opened.clock.nowMs() + Number(laterMs) };
const ports = crashingPorts({ ...opened, clock }, reach);
const keyFile = firstKeyFile(settings.POSTLEDGER_DATA, { ids: ports.ids, log: ports.log, show: null });
const firstKey: FirstKeyKeeper = {
  ...keyFile,
  async keep(key, openedAtMs) {
    reach('before-first-key');
    const kept = await keyFile.keep(key, openedAtMs);
    reach('after-first-key');
    return kept;
  },
};
const service = await startService(
  settings,
  {
    ...ports,
    mailer: crashingMailer(ports.mailer, reach),
    poster: crashingPoster(ports.poster, reach),
  },
  { firstKey },
);
console.log(
  `${service.firstKey ?? ''} ${service.url === null ? 'running without the api role' : `listening on ${service.url}`}`,
);
process.once('SIGTERM', () => service.stop().then(() => process.exit(0)));
