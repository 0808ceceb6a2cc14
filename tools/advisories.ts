import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes `tools/advisories.json` anew, by which a build without network refuses packages with known faults:
 * `npm audit --json | npm run advisories`. What the file says already stays, so that a package is not taken back to a fault.
 */
interface Advisory {
  readonly id: string;
  readonly name: string;
  /** Vulnerable versions, as npm writes them. */
  readonly range: string;
  /** The page that says so. */
  readonly source: string;
}

interface Audit {
  readonly vulnerabilities: Readonly<
    Record<string, { readonly via: readonly (string | { url: string; name: string; range: string })[] }>
  >;
}

const FILE = new URL('./advisories.json', import.meta.url);
const known = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Advisory[];
const { vulnerabilities } = JSON.parse(readFileSync(0, 'utf8')) as Audit;
const found = Object.values(vulnerabilities).flatMap(({ via }) =>
  via.flatMap((one) =>
    typeof one === 'string'
      ? []
      : [{ id: one.url.split('/').at(-1) ?? '', name: one.name, range: one.range, source: one.url }],
  ),
);
const all = new Map([...known, ...found].map((one) => [`${one.id} ${one.name} ${one.range}`, one]));
const lines = [...all.values()]
  .map(
    ({ id, name, range, source }) =>
      `  { "id": "${id}", "name": "${name}", "range": "${range}", "source": "${source}" }`,
  )
  .sort();
writeFileSync(FILE, `[\n${lines.join(',\n')}\n]\n`);
