import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type WitnessedSeal, witnessLine } from '../../audit/witness.ts';
import { CliError } from '../cli.ts';

/** The seals of a witness file, one a line. @throws CliError for a line that is none, by its number */
export async function* witnessedSeals(file: string): AsyncIterable<WitnessedSeal> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    try {
      yield witnessLine(line);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new CliError(`line ${number} of ${file}: ${error.message}.`);
    }
  }
}

/** Appends a seal, unless the file ends with it. Once it resolves, the line is on the disk. Resolves with whether it was added. */
export async function appendWitness(file: string, seal: WitnessedSeal): Promise<boolean> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    let last: WitnessedSeal | null = null;
    if (size > 0) for await (const known of witnessedSeals(file)) last = known;
    if (last !== null && last.ledgerId !== seal.ledgerId)
      throw new CliError(`${file} is about another ledger, ${last.ledgerId}.`);
    if (last?.seal === seal.seal && last.root === seal.root) return false;
    const separator = size > 0 && !(await endsALine(handle, size)) ? '\n' : '';
    try {
      await handle.appendFile(`${separator}${JSON.stringify(seal)}\n`);
    } catch (error) {
      // On a full disk a part of the line is left, which every later command would take for a seal that was altered.
      await handle.truncate(size);
      throw error;
    }
    await handle.sync();
    return true;
  } finally {
    await handle.close();
  }
}

/** Whether a file ends with a line feed, which an editor or a shell may have left out. */
async function endsALine(handle: FileHandle, size: number): Promise<boolean> {
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer.toString() === '\n';
}
