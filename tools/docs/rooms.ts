import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../test/support/project.ts';

/** What each room of src/ holds, in the order of the map. A folder without an entry fails `npm run docs`. */
const HOLDS: Readonly<Record<string, string>> = {
  events: 'the language of the log: one file a stream category, schemas, upcasters, the catalogue',
  ports: 'what the core needs from outside, as documented interfaces',
  queues: 'turns and limits, the heap: structures that several rooms use; pure',
  settings: 'what each environment variable must be: its form, a sentence, an example',
  mail: 'knowledge of mail itself: what a refusal means, how reports are written; pure',
  commands: 'deciders and their handlers, one file a command',
  projections: 'one file a read model, with its queries',
  follow:
    'the log as a process follows it: its end, groups of read models, policies, checkpoints, leases of partitions, folds',
  rebuild: 'building a read model anew next to the one in use, and comparing the two',
  work: 'what is due: the loop over a work index, whose turn it is, what is in flight, and why something waits',
  sender: 'the email and SMS workers',
  dispatcher: 'the webhook fan-out and the webhook worker',
  client: 'what programs that send import as `postledger/client`',
  webhooks: 'what receivers import as `postledger/webhooks`',
  submission: 'the third way in: mail that customers submit by SMTP, which is kept and sent as it came',
  intake: 'what comes back: bounces and complaints by mail, reports of mail services by hooks',
  audit:
    'what auditors ask: histories, documents as of a moment, and proofs that the log was not altered (Merkle tree, seals)',
  imports:
    'what other providers export: one file a form; their templates in Liquid; pure, but for reading the file',
  accepting: 'the accept path over the read models, for requests and campaign runs alike',
  api: 'fastify, authentication, errors, routes; with `console` the only place with HTTP status codes',
  console: 'the pages for support, operators and auditors, made on the server',
  adapters:
    'the ports made real: SQLite, EventStoreDB, MongoDB, Redis, SMTP, SMPP, HTTPS, the clock; the only place with drivers',
  places: 'the table of every place that may hold data of a person: where to look, and how to cut',
  main: 'the composition root: settings to adapters to roles, in one process or two',
  cli: 'the command line, one file a command',
};

interface Rule {
  readonly name: string;
  readonly to: { readonly pathNot?: readonly string[] };
}

const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  readonly forbidden: readonly Rule[];
};

/** The rooms of src/ in the order of the map. */
export const rooms: readonly string[] = Object.keys(HOLDS);

/** A row a room: what it holds, and what `.dependency-cruiser.cjs` lets it import. */
export function roomsTable(): string {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const differing = [
    ...folders.filter((name) => !(name in HOLDS)),
    ...rooms.filter((name) => !folders.includes(name)),
  ];
  if (differing.length > 0)
    throw new Error(`tools/docs/rooms.ts and src/ differ in: ${differing.join(', ')}`);
  const rows = rooms.map((name) => `| \`src/${name}/\` | ${HOLDS[name]} | ${importsOf(name)} |`);
  return ['| folder | what it holds | may import from |', '|---|---|---|', ...rows].join('\n');
}

function importsOf(room: string): string {
  const rule = forbidden.find(({ name }) => name === `${room}-imports`);
  if (rule === undefined) return 'anything';
  const others = (rule.to.pathNot ?? []).map(plainName).filter((name) => name !== room);
  return others.length === 0 ? 'nothing' : others.join(', ');
}

/** `^src/work/(a|b)(/|[.]ts$)` is written `work (only a, b)`. */
function plainName(pattern: string): string {
  const path = pattern.replace('^src/', '').replace('(/|[.]ts$)', '');
  const [, room = path, within] = /^([^/]+)\/(.+)$/.exec(path) ?? [];
  if (within === undefined) return room;
  const [, before = within, choices = ''] = /^([^(]*)\(([^)]*)\)$/.exec(within) ?? [];
  return `${room} (only ${choices
    .split('|')
    .map((choice) => before + choice)
    .join(', ')})`;
}
