import { ledgerIdOf } from '../commands/workspace/openLedger.ts';
import { whoAnswers } from '../main/serviceProof.ts';
import type { CliDependencies } from './cli.ts';

const PATIENCE_MS = 5_000;

/** Who answers at an address (serviceProof.ts): whether that is a service of this ledger. */
export async function asked(
  { ledger: { store, ids }, tokens }: Pick<CliDependencies, 'ledger' | 'tokens'>,
  url: string,
): ReturnType<typeof whoAnswers> {
  const ledgerId = (await ledgerIdOf(store)) ?? '';
  return whoAnswers(url, ids.uuid(), { ledgerId, tokens }, PATIENCE_MS);
}
