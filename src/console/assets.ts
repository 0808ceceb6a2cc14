import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

const find = createRequire(import.meta.url).resolve;
const fileOf = (path: string) => readFileSync(find(path), 'utf8');

/** An envelope that is a page of a ledger: its flap, and the lines below. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0d6b5c"/><path d="M7 9.5h18v13.5h-18zM7 10l9 6.5 9-6.5" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/><path d="M11 19.5h10" stroke="#f2b84b" stroke-width="2" stroke-linecap="round"/></svg>';

const SCRIPTS = 'text/javascript; charset=utf-8';
const PICTURES = 'image/svg+xml';
const STYLES = 'text/css; charset=utf-8';

/** A file of the pages, under an address that changes with its content: browsers keep it for ever. */
function asset(name: string, type: string, text: string) {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
  return { url: `/assets/${version}/${name}`, type, text };
}

export const assets = {
  icon: asset('icon.svg', PICTURES, ICON),
  style: asset('console.css', STYLES, STYLE),
  plotStyle: asset('uplot.css', STYLES, fileOf('uplot/dist/uPlot.min.css')),
  script: asset('console.js', SCRIPTS, SCRIPT),
  htmx: asset('htmx.js', SCRIPTS, fileOf('htmx.org/dist/htmx.min.js')),
  plot: asset('uplot.js', SCRIPTS, fileOf('uplot/dist/uPlot.iife.min.js')),
} as const;

/** Serves the files of the pages, compressed once. */
export function serveAssets(app: FastifyInstance): void {
  for (const { url, type, text } of Object.values(assets)) {
    const zipped = gzipSync(text, { level: 9 });
    app.get(url, (request, reply) => {
      const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding');
      if (takesGzip) reply.header('content-encoding', 'gzip');
      return reply.type(type).send(takesGzip ? zipped : text);
    });
  }
}
