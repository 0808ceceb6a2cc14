// bench/otherBuild.ts
var builds = {
  ...process.env.BENCH_BASE && { base: new URL(`file://${process.env.BENCH_BASE}/dist/`).href },
  this: new URL("../dist/", import.meta.url).href
};
async function fromBuild(build, path) {
  return await import(new URL(path, build).href);
}
export {
  builds,
  fromBuild
};
//# sourceMappingURL=otherBuild.js.map
