/**
 * The builds to measure side by side: this one, and the one in the folder that BENCH_BASE names (a checkout of other
 * code that was built, such as the one before a change), if it names one.
 */
export const builds: Readonly<Record<string, string>> = {
  ...(process.env.BENCH_BASE && { base: new URL(`file://${process.env.BENCH_BASE}/dist/`).href }),
  this: new URL('../dist/', import.meta.url).href,
};

/** A module of a build, with the type of ours: what the bench calls is the same in both. `before`: where older code has it. */
export async function fromBuild<Module>(build: string, path: string, before = path): Promise<Module> {
  const moduleAt = async (at: string) => (await import(new URL(at, build).href)) as Module;
  return moduleAt(path).catch(() => moduleAt(before));
}
