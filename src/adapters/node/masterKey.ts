import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ids } from '../../ports/ids.ts';
import { makeFolder, syncFolder } from './durableFiles.ts';
import { ownedAsFolder } from './ownedAsFolder.ts';
import { randomIds } from './randomIds.ts';

const HEX_KEY = /^[0-9a-fA-F]{64}$/;
export const MASTER_KEY_FILE = 'master.key';

/**
 * The key that seals secrets at rest, 32 bytes: the setting when there is one, else the data folder's own, made
 * once with mode 0600. Of several processes that start at once all get the same key.
 * @throws Error when the setting or the file is not 64 hex digits
 */
export async function openMasterKey(
  setting: string | undefined,
  dataFolder: string,
  ids: Ids = randomIds,
): Promise<Buffer> {
  if (setting !== undefined) return parse(setting, 'POSTLEDGER_MASTER_KEY');
  const path = join(dataFolder, MASTER_KEY_FILE);
  return (await read(path)) ?? (await make(path, dataFolder, ids));
}

async function make(path: string, dataFolder: string, ids: Ids): Promise<Buffer> {
  await makeFolder(dataFolder);
  const draft = `${path}.${ids.uuid()}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${ids.randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A link never replaces: the first has made the key, whole and on disk; the others read it.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  ownedAsFolder(path);
  await syncFolder(dataFolder);
  const key = await read(path);
  if (key === null) throw new Error(`the master key at ${path} vanished while it was made`);
  return key;
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return parse((await readFile(path, 'utf8')).trim(), path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string, where: string): Buffer {
  if (!HEX_KEY.test(text)) throw new Error(`${where} does not hold a master key: 64 hex digits`);
  return Buffer.from(text, 'hex');
}
