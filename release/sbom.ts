import { createHash } from 'node:crypto';
import { ROOT } from '../test/support/project.ts';
import node from './node.json' with { type: 'json' };
import { run } from './run.ts';
import type { Version } from './version.ts';

interface Bom {
  readonly components: readonly object[];
  readonly metadata: { readonly component: object; readonly tools: unknown };
}

/**
 * The bill of materials (CycloneDX 1.5): the packages of the lock file that the service runs with, and the Node of the
 * bundles. The same commit has the same one.
 */
export function billOfMaterials({ name, commit, atSeconds }: Version): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const bom = JSON.parse(run('npm', args, { cwd: ROOT })) as Bom;
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

/** A name-based UUID (RFC 9562, version 8: by SHA-256). */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
