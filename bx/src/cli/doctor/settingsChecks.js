// src/cli/doctor/settingsChecks.ts
import { connect } from "node:net";
import { isLedgerOpen } from "../../adapters/embedded/log/ledgerLock.js";
import { smppAddress } from "../../adapters/smpp/smppAddress.js";
import { httpAddress, recipientsUrl } from "../../main/options.js";
import { fine, wrong } from "./check.js";
var CONNECT_MS = 5e3;
var SERVICE_MS = 2e3;
function settingsChecks(settings) {
  return [
    { name: "settings", run: async () => engineSettings(settings) },
    {
      name: "webhooks to private networks",
      run: async () => {
        const networks = settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS;
        return fine(networks === "" ? "refused" : `ALLOWED to ${networks}: any customer can reach these`);
      }
    },
    carrierCheck(settings),
    linksCheck(settings),
    serviceCheck(settings)
  ];
}
function engineSettings(settings) {
  const { EVENTSTORE_URL, MONGODB_URL } = settings;
  if (EVENTSTORE_URL === void 0 && MONGODB_URL === void 0)
    return fine("embedded: one machine, no server");
  const [says, mend] = notShared(settings) ?? [];
  if (says !== void 0 && mend !== void 0) {
    if (settings.POSTLEDGER_ROLES !== "all") return wrong(says, mend);
    return fine(`${says}: right for one single process with all roles`);
  }
  if (settings.POSTLEDGER_MASTER_KEY === void 0)
    return wrong(
      "each machine would make a master key of its own",
      "Set the same POSTLEDGER_MASTER_KEY for every process."
    );
  return fine("engines for all parts");
}
function notShared({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }) {
  if (MONGODB_URL === void 0)
    return [
      "the log is shared (EVENTSTORE_URL) but contents and read models are not (MONGODB_URL)",
      "Set MONGODB_URL, or run one single process."
    ];
  if (EVENTSTORE_URL === void 0)
    return [
      "read models are shared (MONGODB_URL) but the log is not (EVENTSTORE_URL)",
      "Set EVENTSTORE_URL, or run all processes on one machine and data folder."
    ];
  if (REDIS_URL === void 0)
    return [
      "several processes need one place for pace and leases (REDIS_URL)",
      "Set REDIS_URL, or run one single process."
    ];
  return null;
}
function carrierCheck({ SMPP_URL, POSTLEDGER_DATA }) {
  return {
    name: "text messages",
    run: async () => {
      if (SMPP_URL === void 0)
        return fine(`written to ${POSTLEDGER_DATA} as files; set SMPP_URL to send them`);
      const { host, port } = smppAddress(SMPP_URL);
      const failure = await connectFailure(host, port);
      return failure === null ? fine(`${host}:${port} takes connections; the log of the service reports its bind`) : wrong(
        `the carrier at ${host}:${port} cannot be reached: ${failure}`,
        "Correct SMPP_URL, or ask the carrier."
      );
    }
  };
}
function connectFailure(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (failure) => {
      socket.destroy();
      resolve(failure);
    };
    socket.once("connect", () => end(null));
    socket.once("timeout", () => end("no answer"));
    socket.once("error", (error) => end(error.message));
  });
}
function linksCheck(settings) {
  return {
    name: "links in mail",
    run: async () => {
      const url = recipientsUrl(settings);
      if (url.startsWith("https://")) return fine(`lead to ${url}`);
      const says = `lead to ${url}: mail programs unsubscribe by one click only at an address of https`;
      const isLive = settings.SMTP_URL !== void 0 || settings.POSTLEDGER_MAIL === "mx";
      return isLive ? wrong(says, "Set POSTLEDGER_TRACKING_URL to the address that recipients reach the service at.") : fine(says);
    }
  };
}
function serviceCheck(settings) {
  return {
    name: "service",
    run: async () => {
      const url = readyzUrl(settings);
      const status = await readyzOf(settings);
      if (status === null) return fine(`nothing answers at ${url}`);
      const { EVENTSTORE_URL, POSTLEDGER_DATA } = settings;
      if (EVENTSTORE_URL === void 0 && !isLedgerOpen(POSTLEDGER_DATA))
        return wrong(
          `something answers at ${url}, but no process has the ledger in ${POSTLEDGER_DATA} open`,
          "It is another program, or a service on other data: set POSTLEDGER_DATA and POSTLEDGER_PORT as it has them."
        );
      return status === 200 ? fine(`ready at ${url}`) : wrong(`${url} answers ${status}`, "Read the log of the service.");
    }
  };
}
function readyzUrl({ POSTLEDGER_HOST: host, POSTLEDGER_PORT: port }) {
  return `${httpAddress(host, port)}/readyz`;
}
async function readyzOf(settings) {
  const signal = AbortSignal.timeout(SERVICE_MS);
  const answer = await fetch(readyzUrl(settings), { signal }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}
export {
  linksCheck,
  readyzOf,
  settingsChecks
};
//# sourceMappingURL=settingsChecks.js.map
