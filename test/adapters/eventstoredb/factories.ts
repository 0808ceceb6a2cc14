import { join } from 'node:path';
import { openEmbeddedParts } from '../../../src/adapters/embedded/open.ts';
import { type EventStoreDb, openEventStoreDb } from '../../../src/adapters/eventstoredb/open.ts';
import type { EventStore } from '../../../src/ports/eventStore.ts';
import type { PartStore } from '../../../src/ports/parts.ts';
import type { Factory } from '../../contract/opened.ts';
import { startDouble } from '../../double/eventStoreServer.ts';
import type { Breakable, ServerVersion } from '../../double/records.ts';
import { quietLog } from '../../support/quietLog.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { wallClock } from '../../support/wallClock.ts';

/** With time enough for a machine that does other things too: the suite is about answers, not about speed. */
const openClient = (url: string, parts: PartStore): EventStoreDb =>
  openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 60_000, parts });
const openParts = (folder: string) => openEmbeddedParts(folder, { clock: wallClock, log: quietLog });

/** A double with its journal on disk; `reopen` restarts the server itself, on its old port. */
export function doubleFactory(
  broken: readonly Breakable[] = [],
  version: ServerVersion = '23.10',
): Factory<EventStore> {
  return async () => {
    const folder = temporaryFolder();
    const data = join(folder.path, 'journal');
    let server = await startDouble({ data, broken, version });
    const clients: EventStoreDb[] = [];
    const parts = await openParts(folder.path);
    const open = () => {
      const client = openClient(server.url, parts);
      clients.push(client);
      return client;
    };
    return {
      subject: open(),
      second: async () => open(),
      reopen: async () => {
        const { port } = server;
        await server.stop();
        server = await startDouble({ data, broken, version, port, notReadyMs: 100 });
        return open();
      },
      destroy: async () => {
        for (const client of clients) await client.close();
        await parts.close();
        await server.stop();
        folder.remove();
      },
    };
  };
}

/** A real server, which the tests do not restart and whose log they share. */
export function realFactory(url: string): Factory<EventStore> {
  return async () => {
    const folder = temporaryFolder();
    const parts = await openParts(folder.path);
    const clients: EventStoreDb[] = [];
    const open = () => {
      const client = openClient(url, parts);
      clients.push(client);
      return client;
    };
    return {
      subject: open(),
      shared: true,
      second: async () => open(),
      destroy: async () => {
        for (const client of clients) await client.close();
        await parts.close();
        folder.remove();
      },
    };
  };
}
