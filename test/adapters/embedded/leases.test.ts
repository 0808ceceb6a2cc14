import { openEmbeddedLeases } from '../../../src/adapters/embedded/leases.ts';
import { leasesContract } from '../../contract/leases.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';

leasesContract('embedded leases', async () => {
  const folder = temporaryFolder();
  const opened: { close(): Promise<void> }[] = [];
  const open = () => {
    const leases = openEmbeddedLeases(folder.path, { clock: wallClock });
    opened.push(leases);
    return leases;
  };
  return {
    subject: open(),
    second: async () => open(),
    destroy: async () => {
      for (const leases of opened) await leases.close();
      folder.remove();
    },
  };
});
