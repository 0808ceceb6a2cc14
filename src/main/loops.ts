import { dnsRecords } from '../adapters/dns/records.ts';
import { runSealer } from '../audit/sealer.ts';
import type { Dispatch } from '../dispatcher/dispatch.ts';
import { watchTotals } from '../dispatcher/totals.ts';
import { runBounceIntake } from '../intake/bounceIntake.ts';
import { feedbackLoops } from '../intake/feedbackLoops.ts';
import { shareRoute } from '../sender/route/routeReports.ts';
import { runSmsIntake } from '../sender/sms/smsIntake.ts';
import { listIn } from '../settings/forms.ts';
import { intakeDomain } from './options.ts';
import { runPartSweeps } from './partSweeps.ts';
import type { ComponentDependencies, Components } from './role.ts';

type Loop = Components['loops'][number];

/** Every loop of the service: the seals, the mail route, the webhook dispatch, and the intakes of messages and reports. */
export function loopsOf(dependencies: ComponentDependencies, dispatch: Dispatch): Components['loops'] {
  const { ports, ledger, projections, models, route } = dependencies;
  const { webhookWork } = projections;
  return [
    {
      role: 'projector',
      consults: [],
      run: (signal, maySeal) => runSealer({ ...ports, ledger }, signal, maySeal),
    },
    { role: 'projector', consults: [], run: (signal, mayRun) => runPartSweeps(ports, signal, mayRun) },
    // Each process that sends probes for itself: what one reaches another may not.
    { role: 'sender', consults: [], run: (signal) => route.run(signal) },
    {
      role: 'sender',
      consults: [],
      run: (signal) => shareRoute({ ...ports, report: route.report }, signal),
    },
    {
      role: 'dispatcher',
      consults: [webhookWork],
      run: (signal, _, { held, reached, hintsOf, throttle, waits }) =>
        dispatch.run({
          ...{ held, throttle, signal, waits, hints: hintsOf(webhookWork) },
          reached: () => reached(webhookWork),
        }),
      drained: dispatch.drained,
    },
    {
      role: 'dispatcher',
      consults: [],
      run: (signal, mayRun) => watchTotals({ ...ports, ...models }, signal, mayRun),
    },
    smsIntake(dependencies),
    ...bounceIntake(dependencies),
  ];
}

function smsIntake({ settings, ports, ledger, projections, models }: ComponentDependencies): Loop {
  const lagging = {
    numbers: projections.smsNumbers,
    carrierIds: projections.smsCarrierIds,
    messages: projections.messages,
  };
  const dependencies = {
    ...{ ...ports, ledger },
    numbers: models.smsNumbers,
    carrierIds: models.smsCarrierIds,
    messages: models.messages,
    stopReply: settings.POSTLEDGER_SMS_STOP_REPLY,
  };
  return {
    role: 'sender',
    consults: Object.values(lagging),
    run: (signal, mayRun, { onChanged, positionOf: passed }) => {
      const positionOf = (name: keyof typeof lagging) => passed(lagging[name]);
      return runSmsIntake({ ...dependencies, positionOf }, signal, { mayRun, onChanged });
    },
  };
}

function bounceIntake(dependencies: ComponentDependencies): readonly Loop[] {
  const { settings, ports, ledger, models, live, onIntake } = dependencies;
  const { mailIntake: intake, mailReader: reader } = ports;
  if (intake === null) return [];
  const parts = {
    ...{ ...ports, ledger, intake, reader, onIntake },
    known: models.addressEvidence,
    suppressionOf: live.suppressionOf,
    feedbackProof: feedbackLoops({
      ...{ ...ports, reader, dns: dnsRecords() },
      senders: listIn(settings.POSTLEDGER_FEEDBACK_SENDERS.toLowerCase()),
    }),
    domain: intakeDomain(settings),
  };
  // Every sender listens, whether it holds partitions or not: recording a bounce does not depend on them.
  return [{ role: 'sender', consults: [], run: (signal) => runBounceIntake(parts, signal) }];
}
