// src/adapters/node/systemdReady.ts
import { execFile } from "node:child_process";
import { promisify } from "node:util";
var TIMEOUT_MS = 5e3;
async function systemdReady(env, log) {
  const { NOTIFY_SOCKET, PATH } = env;
  if (NOTIFY_SOCKET === void 0 || NOTIFY_SOCKET === "") return;
  const options = { env: { NOTIFY_SOCKET, PATH }, timeout: TIMEOUT_MS };
  await promisify(execFile)("systemd-notify", ["--ready"], options).catch((error) => {
    log.warn({ reason: error.message }, "systemd asked for a notice of readiness, and got none");
  });
}
export {
  systemdReady
};
//# sourceMappingURL=systemdReady.js.map
