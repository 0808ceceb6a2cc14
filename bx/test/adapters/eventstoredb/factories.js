// test/adapters/eventstoredb/factories.ts
import { join } from "node:path";
import { openEventStoreDb } from "../../../src/adapters/eventstoredb/open.js";
import { startDouble } from "../../double/eventStoreServer.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
import { wallClock } from "../../support/wallClock.js";
var openClient = (url) => openEventStoreDb(url, { clock: wallClock, log: quietLog, callMs: 6e4 });
function doubleFactory(broken = [], version = "23.10") {
  return async () => {
    const folder = temporaryFolder();
    const data = join(folder.path, "journal");
    let server = await startDouble({ data, broken, version });
    const clients = [];
    const open = () => {
      const client = openClient(server.url);
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
        await server.stop();
        folder.remove();
      }
    };
  };
}
function realFactory(url) {
  return async () => {
    const clients = [];
    const open = () => {
      const client = openClient(url);
      clients.push(client);
      return client;
    };
    return {
      subject: open(),
      shared: true,
      second: async () => open(),
      destroy: async () => {
        for (const client of clients) await client.close();
      }
    };
  };
}
export {
  doubleFactory,
  realFactory
};
//# sourceMappingURL=factories.js.map
