// src/projections/creditMonths.ts
import { projection } from "../runtime/fold/projection.js";
import { creditsAfter } from "./balances.js";
import { documentsOf } from "./pages.js";
var monthOf = (instant) => instant.slice(0, "YYYY-MM".length);
var creditMonths = projection({
  name: "credit_months",
  version: 1,
  indexes: { byMonth: ["workspace", "month"] },
  key: ({ metadata }) => `${metadata.workspace}/${monthOf(metadata.at)}`,
  on: { CreditsGranted: inMonth, EmailAccepted: inMonth, SmsAccepted: inMonth }
});
function inMonth(document, event) {
  return { ...creditsAfter(document, event), month: monthOf(event.metadata.at) };
}
function creditMonthsOf(collection, workspace) {
  const valuesOf = ({ month }) => [workspace, month];
  return documentsOf(collection, { index: "byMonth", equals: [workspace] }, valuesOf);
}
export {
  creditMonths,
  creditMonthsOf
};
//# sourceMappingURL=creditMonths.js.map
