import { runBounceIntake } from '../intake/bounceIntake.ts';
import { runSmsIntake } from '../sender/sms/smsIntake.ts';
import type { ComponentParts } from './componentParts.ts';
import { intakeDomain } from './options.ts';
import type { Components } from './role.ts';

/** What takes in messages and reports that others bring. */
export const intakeLoops = (parts: ComponentParts): Components['loops'] => [
  smsIntake(parts),
  ...bounceIntake(parts),
];

function smsIntake({
  settings,
  ports,
  ledger,
  projections,
  models,
}: ComponentParts): Components['loops'][number] {
  const { carrier, log, metrics } = ports;
  const stopReply = settings.POSTLEDGER_SMS_STOP_REPLY;
  const parts = {
    ...{ ledger, carrier, log, metrics, numbers: models.smsNumbers, carrierIds: models.smsCarrierIds },
    ...(stopReply !== undefined && { stopReply }),
  };
  return {
    role: 'sender',
    consults: [projections.smsNumbers, projections.smsCarrierIds],
    run: (signal, mayRun) => runSmsIntake(parts, signal, mayRun),
  };
}

function bounceIntake({ settings, ports, ledger }: ComponentParts): Components['loops'] {
  const { mailIntake: intake, mailReader: reader } = ports;
  if (intake === null) return [];
  const parts = { ...ports, ledger, intake, reader, domain: intakeDomain(settings) };
  // Every sender listens, whatever partitions it holds: what is recorded does not rest on them.
  return [{ role: 'sender', consults: [], run: (signal) => runBounceIntake(parts, signal) }];
}
