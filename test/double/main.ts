import { parseArgs } from 'node:util';
import { startDouble } from './eventStoreServer.ts';
import { BREAKABLE } from './records.ts';

/**
 * The double as a process of its own, so that a test can kill or stop it:
 * `node --import tsx test/double/main.ts --port N --data FILE [--not-ready-ms N] [--break RULE]`.
 * Prints `listening PORT` once it serves.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    'not-ready-ms': { type: 'string', default: '0' },
    break: { type: 'string', multiple: true, default: [] },
  },
});
const double = await startDouble({
  port: Number(values.port),
  notReadyMs: Number(values['not-ready-ms']),
  broken: BREAKABLE.filter((rule) => values.break.includes(rule)),
  ...(values.data === undefined ? {} : { data: values.data }),
});
console.log(`listening ${double.port}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => double.stop().then(() => process.exit(0)));
}
