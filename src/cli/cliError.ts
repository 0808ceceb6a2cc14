/** What an operator did wrong or what stands in the way, in one sentence. Printed without a stack. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
