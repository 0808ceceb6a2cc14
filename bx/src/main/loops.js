// src/main/loops.ts
import { runSealer } from "../audit/sealer.js";
import { watchTotals } from "../dispatcher/totals.js";
import { runBounceIntake } from "../intake/bounceIntake.js";
import { shareRoute } from "../sender/route/routeReports.js";
import { runSmsIntake } from "../sender/sms/smsIntake.js";
import { intakeDomain } from "./options.js";
function loopsOf(dependencies, dispatch) {
  const { ports, ledger, projections, models, route } = dependencies;
  const { webhookWork } = projections;
  return [
    {
      role: "projector",
      consults: [],
      run: (signal, maySeal) => runSealer({ ...ports, ledger }, signal, maySeal)
    },
    // Each process that sends probes for itself: what one reaches another may not.
    { role: "sender", consults: [], run: (signal) => route.run(signal) },
    { role: "sender", consults: [], run: (signal) => shareReports(dependencies, signal) },
    {
      role: "dispatcher",
      consults: [webhookWork],
      run: (signal, _, { held, indexPosition, hintsOf, throttle }) => dispatch.run({
        ...{ held, throttle, signal, hints: hintsOf(webhookWork) },
        indexPosition: () => indexPosition(webhookWork)
      }),
      drained: dispatch.drained
    },
    {
      role: "dispatcher",
      consults: [],
      run: (signal, mayRun) => watchTotals({ ...ports, ...models }, signal, mayRun)
    },
    smsIntake(dependencies),
    ...bounceIntake(dependencies)
  ];
}
function shareReports({ ports, route: { report }, routeChanges: changes }, signal) {
  return shareRoute({ ...ports, report, changes }, signal);
}
function smsIntake({ settings, ports, ledger, projections, models }) {
  const { carrier, hints, log, metrics } = ports;
  const { smsNumbers, smsCarrierIds } = projections;
  const stopReply = settings.POSTLEDGER_SMS_STOP_REPLY;
  const dependencies = {
    ledger,
    carrier,
    hints,
    log,
    metrics,
    numbers: models.smsNumbers,
    carrierIds: models.smsCarrierIds,
    ...stopReply !== void 0 && { stopReply }
  };
  return {
    role: "sender",
    consults: [smsNumbers, smsCarrierIds],
    run: (signal, mayRun, { held, partitionsChanged, indexPosition }) => {
      const numbersPosition = () => indexPosition(smsNumbers);
      const carrierIdsPosition = () => indexPosition(smsCarrierIds);
      const changed = (turn) => partitionsChanged(held(), turn);
      return runSmsIntake({ ...dependencies, numbersPosition, carrierIdsPosition }, signal, {
        mayRun,
        changed
      });
    }
  };
}
function bounceIntake({
  settings,
  ports,
  ledger,
  models,
  live,
  onIntake
}) {
  const { mailIntake: intake, mailReader: reader } = ports;
  if (intake === null) return [];
  const dependencies = {
    ...ports,
    known: models.addressEvidence,
    suppressionOf: live.suppressionOf,
    ledger,
    intake,
    reader,
    domain: intakeDomain(settings),
    onIntake
  };
  return [{ role: "sender", consults: [], run: (signal) => runBounceIntake(dependencies, signal) }];
}
export {
  loopsOf
};
//# sourceMappingURL=loops.js.map
