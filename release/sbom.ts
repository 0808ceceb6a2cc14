import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../test/support/project.ts';
import node from './node.json' with { type: 'json' };
import { run } from './run.ts';
import type { Version } from './version.ts';

interface Component {
  readonly name: string;
  readonly version: string;
}

interface Bom {
  readonly components: readonly Component[];
  /** By `name@version`. */
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly metadata: { readonly component: object; readonly tools: unknown };
}

/**
 * The bill of materials (CycloneDX 1.5): the packages of the lock file that the service runs with, and the Node of the
 * bundles. The same commit has the same one.
 */
export function billOfMaterials({ name, commit, atSeconds }: Version): string {
  const bom = withoutDevelopment(JSON.parse(run('npm', SBOM, { cwd: ROOT })) as Bom);
  const purl = `pkg:npm/postledger@${name}`;
  const runtime = {
    ...{ 'bom-ref': `node@${node.version}`, type: 'platform', name: 'node', version: node.version },
    purl: `pkg:generic/node@${node.version}`,
  };
  const all = {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(`${purl} ${commit}`)}`,
    metadata: {
      ...bom.metadata,
      timestamp: new Date(atSeconds * 1_000).toISOString(),
      // Named after the folder otherwise.
      component: { ...bom.metadata.component, type: 'application', name: 'postledger' },
    },
    components: [...bom.components, runtime],
  };
  return `${JSON.stringify(all, null, 2)}\n`;
}

const SBOM = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];

/** npm's own `--omit=dev` leaves out what is needed for both, too: of the lock file itself it is known which packages are not. */
function withoutDevelopment(bom: Bom): Bom {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<
      Record<string, { readonly name?: string; readonly version: string; readonly dev?: boolean }>
    >;
  };
  const kept = new Set(
    Object.entries(packages).flatMap(([path, { name = path.split('node_modules/').at(-1), version, dev }]) =>
      dev ? [] : `${name}@${version}`,
    ),
  );
  return {
    ...bom,
    components: bom.components.filter(({ name, version }) => kept.has(`${name}@${version}`)),
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  };
}

/** A name-based UUID (RFC 9562, version 8: by SHA-256). */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
