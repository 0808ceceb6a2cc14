import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { fromBuild } from './otherBuild.ts';

/** The domain that signs, in the service and in the reference. */
export const SIGNED_DOMAIN = 'signed.test';

const ROOT = join(import.meta.dirname, '..');

/** Compiles the reference as the service is, so that no loader's additions are measured; resolves with its file. Makes its folder. */
export async function buildReference(data: string): Promise<string> {
  await mkdir(data, { recursive: true });
  const outfile = join(ROOT, 'node_modules', '.cache', 'bench', 'reference.js');
  const entryPoints = [join(import.meta.dirname, 'referenceServer.ts')];
  await build({ entryPoints, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return outfile;
}

/** Makes the default workspace the owner of the domain, with a key of each algorithm, in the folder of a service that is stopped. */
export async function verifyDomain(data: string, build: string): Promise<void> {
  const load = <Module>(path: string) => fromBuild<Module>(build, path);
  const { readSettings } = await load<typeof import('../src/config.ts')>('config.js');
  const { openLedgerPorts } = await load<typeof import('../src/main/ledgerPorts.ts')>('main/ledgerPorts.js');
  const { workspaceNamed } = await load<typeof import('../src/commands/workspace/openWorkspace.ts')>(
    'commands/workspace/openWorkspace.js',
  );
  const { newSenderKeys } = await load<typeof import('../src/commands/workspace/newSenderKeys.ts')>(
    'commands/workspace/newSenderKeys.js',
  );
  const { decideSenderDomain } = await load<typeof import('../src/commands/workspace/senderDomains.ts')>(
    'commands/workspace/senderDomains.js',
  );
  const { signingKeys } = await load<typeof import('../src/adapters/node/signingKeys.ts')>(
    'adapters/node/signingKeys.js',
  );
  const ports = await openLedgerPorts(readSettings({ POSTLEDGER_DATA: data }), 'error');
  const workspace = (await workspaceNamed(ports.store, 'default'))?.id ?? '';
  const origin = { workspace, actor: 'bench', correlation: ports.ids.uuid(), causation: null };
  const keys = await newSenderKeys({ ...ports, signingKeys }, workspace, SIGNED_DOMAIN);
  await decideSenderDomain(ports, origin, { do: 'add', domain: SIGNED_DOMAIN, keys });
  const published = keys.map(({ selector }) => selector);
  await decideSenderDomain(ports, origin, { do: 'check', domain: SIGNED_DOMAIN, published });
  await ports.close();
}
