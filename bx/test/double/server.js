// test/double/server.ts
import { join } from "node:path";
import { temporaryFolder } from "../support/temporaryFolder.js";
import { startDouble } from "./eventStoreServer.js";
async function doubleServer(broken = [], version = "23.10") {
  const folder = temporaryFolder();
  const data = join(folder.path, "journal");
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
    }
  };
}
export {
  doubleServer
};
//# sourceMappingURL=server.js.map
