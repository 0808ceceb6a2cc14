// src/main/ports.ts
import { httpFetcher } from "../adapters/http/fetcher.js";
import { threadMailReader } from "../adapters/intake/mailReader.js";
import { liquidRenderer } from "../adapters/liquid/renderer.js";
import { mimeComposer } from "../adapters/mime/composer.js";
import { dkimSigner } from "../adapters/mime/dkimSigner.js";
import { fileCarrier } from "../adapters/outbox/fileCarrier.js";
import { unmatchedFiles } from "../adapters/outbox/unmatchedFiles.js";
import { smppCarrier } from "../adapters/smpp/smppCarrier.js";
import { openMailIntake } from "./intake.js";
import { openLedgerPorts } from "./ledgerPorts.js";
import { openMailer } from "./mailer.js";
import { unmatchedFolder } from "./options.js";
import { outwardPoster } from "./outwardPoster.js";
var FOR_CALLS = { processes: 2, maxWaitMs: 3e3, killMs: 1e4 };
async function openPorts(settings, logLevel = settings.POSTLEDGER_LOG_LEVEL, { isNew = false } = {}) {
  const ledger = await openLedgerPorts(settings, logLevel, { isService: true, isNew });
  try {
    return { ...ledger, ...outwardPorts(settings, ledger) };
  } catch (error) {
    await ledger.close();
    throw error;
  }
}
function outwardPorts(settings, { clock, ids, log, metrics, close }) {
  const { networks, addressAllowed, resolver, poster } = outwardPoster(settings);
  if (networks.length > 0) {
    log.warn(
      { networks: settings.POSTLEDGER_WEBHOOK_ALLOW_NETWORKS },
      "WEBHOOKS MAY GO TO PRIVATE NETWORKS: anyone who may register an endpoint can reach these addresses"
    );
  }
  const data = settings.POSTLEDGER_DATA;
  const mailer = openMailer(settings, { clock, ids });
  const carrier = settings.SMPP_URL === void 0 ? fileCarrier(data, { clock, log }) : smppCarrier(settings.SMPP_URL, { clock, ids, log, metrics });
  const renderer = liquidRenderer();
  const callRenderer = liquidRenderer(FOR_CALLS);
  const mailReader = threadMailReader({ clock, log });
  return {
    mailer,
    carrier,
    poster,
    resolver,
    fetcher: httpFetcher(),
    renderer,
    callRenderer,
    composer: mimeComposer(),
    signer: dkimSigner(),
    mailIntake: openMailIntake(settings, { clock, log }),
    mailReader,
    unmatched: unmatchedFiles(unmatchedFolder(settings)),
    addressAllowed,
    async close() {
      await Promise.all([
        mailer.close(),
        carrier.close(),
        poster.close(),
        renderer.close(),
        callRenderer.close(),
        mailReader.close()
      ]);
      await close();
    }
  };
}
export {
  openPorts
};
//# sourceMappingURL=ports.js.map
