import { createHash } from 'node:crypto';
import { Liquid, LiquidError, type Template } from 'liquidjs';
import type { RenderOutcome, RenderRequest } from '../../ports/renderer.ts';

/** What the program may use. It checks itself; the process that started it kills it when it does not. */
export interface ProgramLimits {
  /** Milliseconds that one part may render. */
  readonly renderMs: number;
  /** Characters over all parts of one request. */
  readonly outputChars: number;
}

/** From the program: that it can work, which part it has begun, what came of the request. */
export type ProgramMessage =
  | { readonly say: 'ready' }
  | { readonly say: 'began'; readonly part: string }
  | { readonly say: 'done'; readonly outcome: RenderOutcome };

const MAX_SOURCE_CHARS = 20_000_000;
/** Objects that liquidjs lets a template make, by its own count. */
const MAX_OBJECTS = 10_000_000;
const MAX_CACHED_TEMPLATES = 256;
/** Above it a source is parsed each time: the cache holds little memory. */
const MAX_CACHED_CHARS = 100_000;
const MAX_REASON_CHARS = 300;

function engine(html: boolean, { renderMs }: ProgramLimits): Liquid {
  return new Liquid({
    strictVariables: true,
    strictFilters: true,
    // `if` and `default` are how a template asks whether a variable is there.
    lenientIf: true,
    ownPropertyOnly: true,
    // Includes and layouts are looked up here instead of the disk, and none is found.
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
    parseLimit: MAX_SOURCE_CHARS,
    renderLimit: renderMs,
    memoryLimit: MAX_OBJECTS,
    ...(html && { outputEscape: 'escape' as const }),
  });
}

/** Later ones win. A key named `__proto__` stays a key like any other. */
function merged(variables: RenderRequest['variables']): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.create(null);
  for (const one of variables) for (const [name, value] of Object.entries(one)) scope[name] = value;
  return scope;
}

function serve(limits: ProgramLimits): void {
  const engines = { escaping: engine(true, limits), plain: engine(false, limits) };
  const cache = new Map<string, Template[]>();

  const parsed = (liquid: Liquid, source: string, html: boolean): Template[] => {
    if (source.length > MAX_CACHED_CHARS) return liquid.parse(source);
    const key = createHash('sha256').update(`${html}:${source}`).digest('base64');
    const known = cache.get(key);
    const templates = known ?? liquid.parse(source);
    // What was used last stands last, so the first is the one to go.
    cache.delete(key);
    cache.set(key, templates);
    const oldest = cache.keys().next().value;
    if (cache.size > MAX_CACHED_TEMPLATES && oldest !== undefined) cache.delete(oldest);
    return templates;
  };

  const render = ({ parts, variables }: RenderRequest): RenderOutcome => {
    const rendered: Record<string, string> = {};
    let outputChars = 0;
    for (const { name, source, escape: html } of parts) {
      say({ say: 'began', part: name });
      try {
        const liquid = html ? engines.escaping : engines.plain;
        // The scope is made again for each part: what one assigns is unknown to the next.
        const output = String(liquid.renderSync(parsed(liquid, source, html), merged(variables)));
        outputChars += output.length;
        if (outputChars > limits.outputChars) {
          return { outcome: 'failed', part: name, reason: 'the output is too large', variable: null };
        }
        rendered[name] = output;
      } catch (error) {
        return { outcome: 'failed', part: name, ...causeOf(error) };
      }
    }
    return { outcome: 'rendered', parts: rendered };
  };

  const say = (message: ProgramMessage) => process.send?.(message);
  process.on('message', (request: RenderRequest) => say({ say: 'done', outcome: render(request) }));
  say({ say: 'ready' });
}

function causeOf(error: unknown): { reason: string; variable: string | null } {
  const message = error instanceof Error ? error.message : String(error);
  const cause = LiquidError.is(error) ? error.originalError : undefined;
  const named = (cause as { variableName?: unknown } | undefined)?.variableName;
  const variable = typeof named === 'string' ? named : null;
  return { reason: (message.split('\n')[0] ?? '').slice(0, MAX_REASON_CHARS), variable };
}

// The process that started it is gone: nobody is left to render for.
process.on('disconnect', () => process.exit(0));
serve(JSON.parse(process.argv[2] ?? '') as ProgramLimits);
