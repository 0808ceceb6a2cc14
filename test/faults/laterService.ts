import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';

/** The service as it would be some time from now: `laterService.ts MS`. */
const laterByMs = Number(process.argv[2]);
const settings = readSettings(process.env);
const ports = await openPorts(settings);
const { clock } = ports;
const service = await startService(settings, {
  ...ports,
  clock: { ...clock, nowMs: () => clock.nowMs() + laterByMs },
});
console.log(service.url === null ? 'running without the api role' : `listening on ${service.url}`);
process.once('SIGTERM', () => service.stop().then(() => process.exit(0)));
