// bench/bench.ts
var benches = {
  accept: () => import("./accept.js"),
  modest: () => import("./modest.js"),
  submission: () => import("./submission.js"),
  replay: () => import("./replay.js"),
  export: () => import("./export.js"),
  audit: () => import("./audit.js"),
  documents: () => import("./documents.js"),
  rebuild: () => import("./rebuild.js"),
  start: () => import("./start.js"),
  folding: () => import("./foldUnderLoad.js"),
  pages: () => import("./pages.js"),
  messages: () => import("./messages.js"),
  console: () => import("./console.js"),
  analytics: () => import("./analytics.js"),
  campaign: () => import("./campaign.js"),
  batch: () => import("./batch.js"),
  mail: () => import("./mail.js"),
  compose: () => import("./compose.js"),
  lanes: () => import("./lanes.js"),
  memory: () => import("./memory.js"),
  dsn: () => import("./dsn.js"),
  engines: () => import("./engines.js"),
  "engines/prices": () => import("./enginePrices.js"),
  neighbours: () => import("./neighbours.js"),
  "webhooks/throughput": () => webhooks("throughput"),
  "webhooks/steady": () => webhooks("steady"),
  "webhooks/neighbour": () => webhooks("neighbour"),
  "webhooks/burst": () => webhooks("burst"),
  "webhooks/slow": () => webhooks("slow"),
  "webhooks/waiting": () => webhooks("waiting"),
  "webhooks/pending": () => import("./webhooksPending.js"),
  "webhooks/accepting": () => import("./webhooksUnderLoad.js")
};
async function webhooks(figure) {
  const figures = await import("./webhooks.js");
  return { run: figures[figure] };
}
var wanted = /* @__PURE__ */ new Map();
for (const word of process.argv.slice(2)) {
  const last = [...wanted.keys()].at(-1);
  const named = Object.keys(benches).filter((name) => name === word || name.startsWith(`${word}/`));
  if (/^\d+$/.test(word) && last !== void 0) wanted.set(last, Number(word));
  else if (named.length > 0) for (const name of named) wanted.set(name, void 0);
  else {
    console.error(`no bench ${word}; there are ${Object.keys(benches).join(", ")}`);
    process.exit(1);
  }
}
for (const [name, load] of Object.entries(benches)) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  console.log(`
${name}`);
  await (await load()).run(wanted.get(name));
}
//# sourceMappingURL=bench.js.map
