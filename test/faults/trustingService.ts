import { readSettings } from '../../src/config.ts';
import { openPorts } from '../../src/main/ports.ts';
import { startService } from '../../src/main/service.ts';
import { RevisionConflict } from '../../src/ports/eventStore.ts';
import type { Leases } from '../../src/ports/lease.ts';
import type { Ports } from '../../src/ports/ports.ts';

/**
 * The service with leases that anybody gets at any time, and deaf to other members: it holds every partition, like
 * each other process of the kind. Says at its end how many races for a claim it won and lost.
 */
const settings = readSettings(process.env);
const ports = await openPorts(settings);
const races = { won: 0, lost: 0 };

const leases: Leases = {
  acquire: async (name) => ({ name, lost: new AbortController().signal, release: async () => {} }),
  isHeld: async () => false,
  close: async () => {},
};
const hints: Ports['hints'] = {
  ...ports.hints,
  subscribe: (channel, handler) =>
    channel.startsWith('members:') ? () => {} : ports.hints.subscribe(channel, handler),
};
const store: Ports['store'] = {
  ...ports.store,
  async append(stream, expected, events) {
    const isClaim = events.some(({ type }) => type === 'SubmissionAttempted');
    try {
      const appended = await ports.store.append(stream, expected, events);
      if (isClaim) races.won++;
      return appended;
    } catch (error) {
      if (isClaim && error instanceof RevisionConflict) races.lost++;
      throw error;
    }
  },
};

const service = await startService(settings, { ...ports, leases, hints, store });
console.log('running without the api role');
process.once('SIGTERM', async () => {
  await service.stop();
  console.log(`claims won ${races.won} lost ${races.lost}`);
  process.exit(0);
});
