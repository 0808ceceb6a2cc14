// src/console/assets.ts
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";
var find = createRequire(import.meta.url).resolve;
var fileOf = (path) => readFileSync(find(path), "utf8");
var SCRIPTS = "text/javascript; charset=utf-8";
var STYLES = "text/css; charset=utf-8";
function asset(name, type, text) {
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  return { url: `/assets/${version}/${name}`, type, text };
}
var assets = {
  style: asset("console.css", STYLES, STYLE),
  plotStyle: asset("uplot.css", STYLES, fileOf("uplot/dist/uPlot.min.css")),
  script: asset("console.js", SCRIPTS, SCRIPT),
  htmx: asset("htmx.js", SCRIPTS, fileOf("htmx.org/dist/htmx.min.js")),
  plot: asset("uplot.js", SCRIPTS, fileOf("uplot/dist/uPlot.iife.min.js"))
};
function serveAssets(app) {
  for (const { url, type, text } of Object.values(assets)) {
    const zipped = gzipSync(text, { level: 9 });
    app.get(url, (request, reply) => {
      const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
      reply.header("cache-control", "public, max-age=31536000, immutable").header("vary", "accept-encoding");
      if (takesGzip) reply.header("content-encoding", "gzip");
      return reply.type(type).send(takesGzip ? zipped : text);
    });
  }
}
export {
  assets,
  serveAssets
};
//# sourceMappingURL=assets.js.map
