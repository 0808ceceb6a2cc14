import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ids } from '../../ports/ids.ts';
import { nullIfMissing, writeOnce } from './durableFiles.ts';
import { randomIds } from './randomIds.ts';

const HEX_KEY = /^[0-9a-fA-F]{64}$/;
export const MASTER_KEY_FILE = 'master.key';

/** What should be a master key is none. The message does not quote it. */
class MasterKeyInvalid extends Error {
  override readonly name = 'MasterKeyInvalid';
}

/**
 * The key that seals secrets at rest, 32 bytes: the setting when there is one, else the key file of the data folder,
 * which is made once with mode 0600. Several processes that start at the same time all get the same key.
 * @throws MasterKeyInvalid when the setting or the file is not 64 hex digits
 */
export async function openMasterKey(
  setting: string | undefined,
  dataFolder: string,
  ids: Ids = randomIds(),
): Promise<Buffer> {
  if (setting !== undefined) return parse(setting, 'POSTLEDGER_MASTER_KEY');
  const path = join(dataFolder, MASTER_KEY_FILE);
  return (await read(path)) ?? (await make(path, ids));
}

/** The first process makes the key, and the others read it. */
async function make(path: string, ids: Ids): Promise<Buffer> {
  await writeOnce(path, `${ids.randomBytes(32).toString('hex')}\n`, ids);
  const key = await read(path);
  if (key === null) throw new Error(`the master key at ${path} vanished while it was made`);
  return key;
}

async function read(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  return text === null ? null : parse(text.trim(), path);
}

function parse(text: string, where: string): Buffer {
  if (!HEX_KEY.test(text)) throw new MasterKeyInvalid(`${where} does not hold a master key: 64 hex digits`);
  return Buffer.from(text, 'hex');
}
