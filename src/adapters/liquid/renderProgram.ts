import { createHash } from 'node:crypto';
import type { Liquid, Template } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import type { CheckRequest, RenderOutcome, RenderRequest, TemplateFault } from '../../ports/renderer.ts';
import { startThread } from '../node/startThread.ts';
import { causeOf, faultOf, liquidEngine, merged } from './liquidEngine.ts';
import { NO_JOB, processorMicros, type WatchData } from './processorWatch.ts';

/** Limits that the program checks itself. */
export interface ProgramLimits {
  /** Milliseconds of processor time that one request may take; then the process ends itself. */
  readonly processorMs: number;
  /** Characters over all parts of one request. */
  readonly outputChars: number;
}

/** To the program: one job at a time. */
export type ProgramJob =
  | { readonly do: 'render'; readonly request: RenderRequest }
  | { readonly do: 'check'; readonly request: CheckRequest };

/** From the program: it is ready, it began a part, the result of the job. */
export type ProgramMessage =
  | { readonly say: 'ready' }
  | { readonly say: 'began'; readonly part: string }
  | { readonly say: 'done'; readonly outcome: RenderOutcome }
  | { readonly say: 'checked'; readonly faults: readonly TemplateFault[] };

const MAX_CACHED_TEMPLATES = 256;
/** A longer source is parsed each time, so that the cache stays small. */
const MAX_CACHED_CHARS = 100_000;

function serve(limits: ProgramLimits): void {
  const engines = { escaping: liquidEngine(true), plain: liquidEngine(false) };
  const engineFor = (html: boolean) => (html ? engines.escaping : engines.plain);
  const cache = new LRUCache<string, Template[]>({ max: MAX_CACHED_TEMPLATES });

  const parsed = (liquid: Liquid, source: string, html: boolean): Template[] => {
    if (source.length > MAX_CACHED_CHARS) return liquid.parse(source);
    const key = createHash('sha256').update(`${html}:${source}`).digest('base64');
    const templates = cache.get(key) ?? liquid.parse(source);
    cache.set(key, templates);
    return templates;
  };

  const render = ({ parts, variables }: RenderRequest): RenderOutcome => {
    const rendered: Record<string, string> = {};
    const failed = (part: string, reason: string): RenderOutcome => ({
      outcome: 'failed',
      part,
      reason,
      variable: null,
    });
    let outputChars = 0;
    for (const { name, source, escape: html } of parts) {
      say({ say: 'began', part: name });
      try {
        // Each part has a new scope: a variable that one part assigns does not exist in the next.
        const templates = parsed(engineFor(html), source, html);
        const output = String(engineFor(html).renderSync(templates, merged(variables)));
        outputChars += output.length;
        if (outputChars > limits.outputChars) return failed(name, 'the output is too large');
        // Variables contain none, but `url_decode` can make one, and no mail may contain it (RFC 5322, section 3.5).
        if (output.includes('\0')) return failed(name, 'the output holds a NUL character');
        rendered[name] = output;
      } catch (error) {
        return { outcome: 'failed', part: name, ...causeOf(error) };
      }
    }
    return { outcome: 'rendered', parts: rendered };
  };

  const check = ({ parts }: CheckRequest): TemplateFault[] =>
    parts.flatMap((part) => {
      say({ say: 'began', part: part.name });
      const fault = faultOf(engineFor(part.escape), part);
      return fault === null ? [] : [{ part: part.name, ...fault }];
    });

  const say = (message: ProgramMessage) => process.send?.(message);
  const watched = watchedBy(limits.processorMs);
  process.on('message', (job: ProgramJob) =>
    say(
      watched<ProgramMessage>(() =>
        job.do === 'render'
          ? { say: 'done', outcome: render(job.request) }
          : { say: 'checked', faults: check(job.request) },
      ),
    ),
  );
  say({ say: 'ready' });
}

/** Starts the thread that ends this process when a job takes too long; what it gives tells it of each job. */
function watchedBy(processorMs: number): <Result>(job: () => Result) => Result {
  const jobStart = new BigInt64Array(new SharedArrayBuffer(8));
  const workerData: WatchData = { jobStart, processorMs };
  startThread(import.meta.url, 'processorWatch', { workerData }).unref();
  return (job) => {
    Atomics.store(jobStart, 0, processorMicros());
    Atomics.notify(jobStart, 0);
    try {
      return job();
    } finally {
      Atomics.store(jobStart, 0, NO_JOB);
    }
  };
}

// A signal to the whole service (a terminal's, systemd's) must not end a job: the end comes by the channel.
// SIGUSR1 would open Node's debugger.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1'] as const) process.on(signal, () => {});
// The process that started it has ended: there is no one to render for.
process.on('disconnect', () => process.exit(0));
serve(JSON.parse(process.argv[2] ?? '') as ProgramLimits);
