import type { Command } from 'commander';
import { prove } from '../../audit/prove.ts';
import { sealAt } from '../../audit/sealStream.ts';
import { email } from '../../events/email.ts';
import type { RecordedEvent } from '../../events/event.ts';
import { isUuid } from '../../events/fieldPatterns.ts';
import { sms } from '../../events/sms.ts';
import { wholeNumber } from '../argumentParsers.ts';
import { type Cli, CliError, type LedgerCall } from '../cli.ts';
import { newestSealOf, personalWanted, sealedLedger } from './sealedLedger.ts';

/** `postledger audit prove`: a proof that can be checked without Postledger. */
export function addProve(group: Command, cli: Cli): void {
  const command = group
    .command('prove')
    .description(
      'print as JSON the proof that events are in the sealed log (tools/verify-proof.py checks it)',
    )
    .argument('<event>', 'id of a message, whose events are proved; or STREAM/REVISION of one event')
    .option(
      '--from <seal>',
      'prove that the log continues that of this seal; the first one if not given',
      wholeNumber(0),
    )
    .option('--personal', 'with the personal values of the events, and the salts by which they are compared');
  cli.ledgerAction(command, proved);
}

async function proved(call: LedgerCall) {
  const { store } = call.ledger;
  const { end } = await sealedLedger(call);
  const head = newestSealOf(end);
  const events = await eventsNamed(call, call.args[0] ?? '');
  // The event before the first seal made its key.
  const from = typeof call.options.from === 'string' ? Number(call.options.from) : 1;
  const earlier = await sealAt(store, from);
  if (earlier === null) throw new CliError(`there is no seal ${from}.`, 'not_found');
  const positions = new Set(events.map(({ position }) => position));
  const personal = personalWanted(call);
  const proof = await prove(store, positions, { from: earlier, head, personal }).catch((error: unknown) => {
    throw error instanceof RangeError ? new CliError(`${error.message}.`) : error;
  });
  return { data: proof, text: JSON.stringify(proof, null, 2) };
}

async function eventsNamed(
  { ledger: { store } }: LedgerCall,
  name: string,
): Promise<readonly RecordedEvent[]> {
  const [, stream, revision] = /^(.+)\/(\d{1,15})$/.exec(name) ?? [];
  const events: readonly RecordedEvent[] =
    stream !== undefined
      ? await store.readStream(stream, { fromRevision: Number(revision), limit: 1 })
      : isUuid(name)
        ? (
            await Promise.all([email.read(store, name.toLowerCase()), sms.read(store, name.toLowerCase())])
          ).flat()
        : [];
  if (events.length === 0) throw new CliError(`there is no message or event ${name}.`, 'not_found');
  return events;
}
