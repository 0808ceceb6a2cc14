import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serviceEnv } from './benchFolder.ts';
import { builds, fromBuild } from './otherBuild.ts';
import { type PinnedServer, ROOM, startPinned } from './pinned.ts';

/** The domain that signs, in the service and in the reference. */
export const SIGNED_DOMAIN = 'signed.test';

const ROOT = join(import.meta.dirname, '..');

/** A server under measurement. */
export interface Measured extends PinnedServer {
  readonly name: string;
  readonly key: string;
}

const BOTH_CORES = '0,1';
/** Far above what is measured: it is asked, and refuses nothing. */
const PACE = { POSTLEDGER_PACE_PER_SECOND: '100000', POSTLEDGER_PACE_PER_DAY: '100000000' };

/** How a service is started: from which `dist`, and with which further settings. */
interface Variant {
  readonly build: string;
  readonly more: Readonly<Record<string, string>>;
}

/** The services to measure, by name. */
export function variants(): Readonly<Record<string, Variant>> {
  const asTheyAre = Object.entries(builds).map(([name, build]) => [name, { build, more: {} }]);
  const others = process.env.BENCH_WITH?.split(' ').map((word) => word.split('=', 2)) ?? [];
  const changed =
    others.length === 0 ? [] : [['with', { build: builds.this, more: Object.fromEntries(others) }]];
  return Object.fromEntries([...asTheyAre, ...changed]);
}

export async function startReference(data: string, relayUrl: string): Promise<Measured> {
  const file = await buildReference(data);
  const key = 'key';
  const env = {
    POSTLEDGER_DATA: data,
    SMTP_URL: relayUrl,
    REFERENCE_KEY: key,
    REFERENCE_SIGNS: SIGNED_DOMAIN,
  };
  return { ...(await startPinned(BOTH_CORES, [ROOM, file], env)), name: 'reference', key };
}

export async function startVariant(
  name: string,
  data: string,
  { build, more }: Variant,
  relayUrl: string,
): Promise<Measured> {
  const args = [ROOM, fileURLToPath(new URL('cli/postledger.js', build)), 'serve'];
  const first = await startPinned(BOTH_CORES, args, serviceEnv(data));
  await first.stop();
  await verifyDomain(data, build);
  const env = serviceEnv(data, { SMTP_URL: relayUrl, ...PACE, ...more });
  return { ...(await startPinned(BOTH_CORES, args, env)), name, key: first.key ?? '' };
}

/** Compiles the reference as the service is, so that no loader's additions are measured; resolves with its file. Makes its folder. */
async function buildReference(data: string): Promise<string> {
  await mkdir(data, { recursive: true });
  const outfile = join(ROOT, 'node_modules', '.cache', 'bench', 'reference.js');
  const entryPoints = [join(import.meta.dirname, 'referenceServer.ts')];
  await build({ entryPoints, outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return outfile;
}

/** Makes the default workspace the owner of the domain, with a key of each algorithm, in the folder of a service that is stopped. */
async function verifyDomain(data: string, build: string): Promise<void> {
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
