// src/projections/addressEvidence.ts
import {
  NO_EVIDENCE,
  withDated
} from "../events/addressEvidence.js";
import { streamId } from "../events/category.js";
import { suppressionIdOf } from "../events/suppression.js";
import { projection } from "../runtime/fold/projection.js";
var addressEvidence = projection({
  name: "address_evidence",
  version: 1,
  indexes: {},
  key: (event) => {
    const { sandbox, recipient } = event.data;
    if (sandbox || event.type !== "Delivered" && !event.data.hard) return null;
    return suppressionIdOf(event.metadata.workspace, recipient);
  },
  on: {
    Bounced: refused,
    ReportKept: refused,
    Delivered: (document, event) => {
      const { refusals, deliveries: before } = document ?? NO_EVIDENCE;
      const deliveries = withDated(before, datedMessage(event));
      return deliveries === before ? document : { refusals, deliveries };
    }
  }
});
function refused(document, event) {
  const { refusals: before, deliveries } = document ?? NO_EVIDENCE;
  const refusals = withDated(before, datedMessage(event));
  return refusals === before ? document : { refusals, deliveries };
}
function datedMessage({ stream, data, metadata }) {
  return { emailId: streamId(stream), atMs: Date.parse(data.reportedAt ?? metadata.at) };
}
export {
  addressEvidence
};
//# sourceMappingURL=addressEvidence.js.map
