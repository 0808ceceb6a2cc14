// test/adapters/mongodb/certificateFiles.test.ts
import { X509Certificate } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "node:tls";
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { openMongo } from "../../../src/adapters/mongodb/open.js";
import { eventually } from "../../e2e/eventually.js";
import { selfSigned } from "../../support/certificate.js";
import { quietLog } from "../../support/quietLog.js";
import { temporaryFolder } from "../../support/temporaryFolder.js";
import { wallClock } from "./openedMongo.js";
var test = suite("certificate files of MongoDB");
var CALL_MS = 500;
async function askingServer() {
  const folder = temporaryFolder();
  const [ca, client] = ["ca.pem", "client.pem"].map((name) => join(folder.path, name));
  const shown = [];
  const first = selfSigned();
  const server = createServer({ ...first, requestCert: true, rejectUnauthorized: false }, (socket) => {
    shown.push(socket.getPeerX509Certificate()?.fingerprint256 ?? "none");
    socket.destroy();
  });
  server.on("tlsClientError", () => {
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  writeFileSync(ca ?? "", first.cert);
  const warnings = [];
  const warn = (_, says) => void warnings.push(says);
  const url = `mongodb://127.0.0.1:${port}/?tls=true&tlsCAFile=${ca}&tlsCertificateKeyFile=${client}`;
  const show = ({ cert, key }) => writeFileSync(client ?? "", cert + key);
  show(first);
  const mongo = openMongo(url, { log: { ...quietLog, warn }, clock: wallClock, callMs: CALL_MS });
  return {
    ...{ shown, warnings, show },
    /** The server shows another certificate from now on, and clients are to trust that one. */
    renew(other) {
      server.setSecureContext(other);
      writeFileSync(ca ?? "", other.cert);
    },
    lose: () => rmSync(client ?? ""),
    /** Waits for a connection by which the client shows this certificate, and trusts that of the server. */
    shows: ({ cert }) => eventually(
      "it is shown",
      async () => {
        shown.length = 0;
        await mongo.probe().catch(() => {
        });
        return shown.includes(new X509Certificate(cert).fingerprint256);
      },
      2e4
    ),
    first,
    async close() {
      await mongo.close();
      server.close();
      folder.remove();
    }
  };
}
test("are read again for each connection, those of the client and of the authority", async () => {
  const server = await askingServer();
  await server.shows(server.first);
  const [client, authority] = [selfSigned(), selfSigned()];
  server.show(client);
  await server.shows(client);
  server.renew(authority);
  await server.shows(client);
  await server.close();
});
test("that are missing for a moment leave what was read before, and are said once", async () => {
  const server = await askingServer();
  await server.shows(server.first);
  server.lose();
  for (let times = 0; times < 2; times++) await server.shows(server.first);
  const said = server.warnings.filter((says) => says.includes("certificate"));
  assert.equal(said, ["the certificate files of MongoDB cannot be read, the last ones are used"]);
  const client = selfSigned();
  server.show(client);
  await server.shows(client);
  await server.close();
});
test.run();
//# sourceMappingURL=certificateFiles.test.js.map
