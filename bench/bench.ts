interface Bench {
  /** `size`: how many rows, contacts or messages; the bench's own default when absent. */
  run(size?: number): Promise<void>;
}

/**
 * `npm run bench [-- NAME [SIZE] …]`: every figure as a ratio to a ceiling measured in the same run. A size
 * belongs to the name before it.
 */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  accept: () => import('./accept.ts'),
  replay: () => import('./replay.ts'),
  documents: () => import('./documents.ts'),
  rebuild: () => import('./rebuild.ts'),
  start: () => import('./start.ts'),
  beside: () => import('./beside.ts'),
  pages: () => import('./pages.ts'),
  analytics: () => import('./analytics.ts'),
  campaign: () => import('./campaign.ts'),
  batch: () => import('./batch.ts'),
  memory: () => import('./memory.ts'),
  dsn: () => import('./dsn.ts'),
  engines: () => import('./engines.ts'),
};

const wanted = new Map<string, number | undefined>();
for (const word of process.argv.slice(2)) {
  const last = [...wanted.keys()].at(-1);
  if (/^\d+$/.test(word) && last !== undefined) wanted.set(last, Number(word));
  else if (word in benches) wanted.set(word, undefined);
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
