import { appendWitness } from '../../src/cli/audit/witnessFile.ts';

/** Appends a seal to a witness file, as a process whose files a shell can limit. */
const [file = '', seal = ''] = process.argv.slice(2);
await appendWitness(file, JSON.parse(seal));
