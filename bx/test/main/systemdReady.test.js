// test/main/systemdReady.test.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { missingTool } from "../support/missingTool.js";
import { startServiceProcess } from "../support/serviceProcess.js";
import { skipped } from "../support/skipped.js";
import { temporaryFolder } from "../support/temporaryFolder.js";
var SYSTEMD = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True: print(s.recv(4096).decode(), flush=True)
`;
var test = suite("systemd");
var missing = missingTool("python3", "systemd-notify");
test("gets READY=1 once the service is ready, and not before", async () => {
  if (missing !== null) return skipped(missing);
  const folder = temporaryFolder();
  const socket = join(folder.path, "notify");
  const systemd = spawn("python3", ["-c", SYSTEMD, socket], { stdio: ["ignore", "pipe", "inherit"] });
  let received = "";
  systemd.stdout.on("data", (chunk) => {
    received += chunk;
  });
  await once(systemd.stdout, "data");
  const service = await startServiceProcess({
    env: { POSTLEDGER_DATA: join(folder.path, "data"), POSTLEDGER_LOG_LEVEL: "warn", NOTIFY_SOCKET: socket }
  });
  try {
    assert.match(received, /^bound\n.*READY=1/s);
    assert.is((await fetch(`${service.url}/readyz`)).status, 200);
    assert.not.match(service.output(), "got none");
  } finally {
    await service.stop();
    systemd.kill();
    await once(systemd, "close");
    folder.remove();
  }
});
test.run();
//# sourceMappingURL=systemdReady.test.js.map
