import type { Command } from 'commander';
import { witnessedSeal } from '../../audit/witness.ts';
import { counted } from '../../audit/wording.ts';
import type { Cli, LedgerCall } from '../cli.ts';
import { newestSealOf, sealedLedger } from './sealedLedger.ts';
import { appendWitness } from './witnessFile.ts';

/** `postledger audit witness`: the newest seal, kept where the owner of this machine can't change it. */
export function addWitness(group: Command, cli: Cli): void {
  const witness = group
    .command('witness')
    .description('append the newest seal to a file, which is best kept on another machine')
    .requiredOption('--file <file>', 'the file, made when it is missing');
  cli.ledgerAction(witness, witnessed);
}

async function witnessed(call: LedgerCall) {
  const { end } = await sealedLedger(call);
  const seal = witnessedSeal(newestSealOf(end));
  const file = String(call.options.file);
  const added = await appendWitness(file, seal);
  return {
    data: { ...seal, added },
    text: `Seal ${seal.seal} of ${seal.at} (${counted(seal.size, 'event')}) ${added ? 'was added to' : 'is in'} ${file}.`,
  };
}
