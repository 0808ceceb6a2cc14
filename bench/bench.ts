interface Bench {
  /** `size`: how many rows, contacts or messages; the bench's own default when absent. */
  run(size?: number): Promise<void>;
}

/**
 * `npm run bench [-- NAME [SIZE] …]`: every figure as a ratio to a ceiling measured in the same run. A size
 * belongs to the name before it. `webhooks` names all of its figures, `webhooks/slow` the one.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  accept: () => import('./accept.ts'),
  modest: () => import('./modest.ts'),
  reference: () => import('./reference.ts'),
  submission: () => import('./submission.ts'),
  replay: () => import('./replay.ts'),
  export: () => import('./export.ts'),
  audit: () => import('./audit.ts'),
  documents: () => import('./documents.ts'),
  rebuild: () => import('./rebuild.ts'),
  parts: () => import('./parts.ts'),
  start: () => import('./start.ts'),
  upgrade: () => import('./upgrade.ts'),
  folding: () => import('./foldUnderLoad.ts'),
  pages: () => import('./pages.ts'),
  messages: () => import('./messages.ts'),
  search: () => import('./search.ts'),
  console: () => import('./console.ts'),
  analytics: () => import('./analytics.ts'),
  campaign: () => import('./campaign.ts'),
  batch: () => import('./batch.ts'),
  mail: () => import('./mail.ts'),
  compose: () => import('./compose.ts'),
  lanes: () => import('./lanes.ts'),
  memory: () => import('./memory.ts'),
  dsn: () => import('./dsn.ts'),
  engines: () => import('./engines.ts'),
  'engines/prices': () => import('./enginePrices.ts'),
  neighbours: () => import('./neighbours.ts'),
  'webhooks/throughput': () => webhooks('throughput'),
  'webhooks/steady': () => webhooks('steady'),
  'webhooks/neighbour': () => webhooks('neighbour'),
  'webhooks/burst': () => webhooks('burst'),
  'webhooks/slow': () => webhooks('slow'),
  'webhooks/waiting': () => webhooks('waiting'),
  'webhooks/pending': () => import('./webhooksPending.ts'),
  'webhooks/accepting': () => import('./webhooksUnderLoad.ts'),
};

async function webhooks(figure: keyof typeof import('./webhooks.ts')): Promise<Bench> {
  const figures = await import('./webhooks.ts');
  return { run: figures[figure] };
}

const wanted = new Map<string, number | undefined>();
for (const word of process.argv.slice(2)) {
  const last = [...wanted.keys()].at(-1);
  const named = Object.keys(benches).filter((name) => name === word || name.startsWith(`${word}/`));
  if (/^\d+$/.test(word) && last !== undefined) wanted.set(last, Number(word));
  else if (named.length > 0) for (const name of named) wanted.set(name, undefined);
  else {
    console.error(`no bench ${word}; there are ${Object.keys(benches).join(', ')}`);
    process.exit(1);
  }
}
for (const [name, load] of Object.entries(benches)) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  console.log(`\n${name}`);
  await (await load()).run(wanted.get(name));
}
