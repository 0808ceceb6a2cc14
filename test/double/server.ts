import { join } from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import type { Server } from './bare.ts';
import { startDouble } from './eventStoreServer.ts';
import type { Breakable, ServerVersion } from './records.ts';

/** A double with its data on disk, to be restarted in place. */
export async function doubleServer(
  broken: readonly Breakable[] = [],
  version: ServerVersion = '23.10',
): Promise<Server> {
  const folder = temporaryFolder();
  const data = join(folder.path, 'journal');
  let double = await startDouble({ data, broken, version });
  const { port, url } = double;
  return {
    url,
    async restart() {
      await double.stop();
      double = await startDouble({ data, broken, version, port });
    },
    async stop() {
      await double.stop();
      folder.remove();
    },
  };
}
