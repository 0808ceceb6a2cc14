// src/cli/openDependencies.ts
import { existsSync } from "node:fs";
import { join } from "node:path";
import { dnsRecords } from "../adapters/dns/records.js";
import { ledgerIdentity, refuseLostLedger } from "../adapters/embedded/log/ledgerFile.js";
import { MASTER_KEY_FILE } from "../adapters/node/masterKey.js";
import { signingKeys } from "../adapters/node/signingKeys.js";
import { openLedgerPorts } from "../main/ledgerPorts.js";
import { partitionsOf } from "../main/options.js";
import { outwardPoster } from "../main/outwardPoster.js";
import { openReadModels, projectionsFor } from "../projections/readModels.js";
import { catchUp } from "./catchUp.js";
import { CliError } from "./cli.js";
async function openDependencies(settings) {
  refuseMissing(settings);
  const { store, documents, blobs, secrets, tokens, hints, leases, reports, clock, ids, close } = await openLedgerPorts(settings, "error");
  try {
    const partitions = partitionsOf(settings);
    const projections = projectionsFor(partitions);
    await openReadModels(documents, projections);
    return {
      settings,
      dns: dnsRecords(),
      signingKeys,
      ledger: { store, clock, ids },
      documents,
      projections,
      partitions,
      blobs,
      secrets,
      tokens,
      hints,
      leases,
      reports,
      catchUp: (wanted, progress) => catchUp(wanted, { store, documents, leases, clock, partitions }, progress),
      openPoster: () => outwardPoster(settings).poster,
      close
    };
  } catch (error) {
    await close();
    throw error;
  }
}
function refuseMissing({ EVENTSTORE_URL, POSTLEDGER_DATA, POSTLEDGER_MASTER_KEY }) {
  const embedded = EVENTSTORE_URL === void 0;
  if (embedded) refuseLostLedger(POSTLEDGER_DATA);
  if (embedded && ledgerIdentity(POSTLEDGER_DATA) === null)
    throw new CliError(
      `there is no ledger in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder, or begin one with \`postledger serve\`.`
    );
  if (POSTLEDGER_MASTER_KEY === void 0 && !existsSync(join(POSTLEDGER_DATA, MASTER_KEY_FILE)))
    throw new CliError(
      `there is no ${MASTER_KEY_FILE} in ${POSTLEDGER_DATA}: set POSTLEDGER_DATA to its folder, or POSTLEDGER_MASTER_KEY.`
    );
}
export {
  openDependencies
};
//# sourceMappingURL=openDependencies.js.map
