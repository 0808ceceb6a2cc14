import { Liquid, LiquidError } from 'liquidjs';
import type { RenderRequest, TemplatePart } from '../../ports/renderer.ts';
import { addHtmlSupport, escapeOnOutput } from './htmlText.ts';

const MAX_SOURCE_CHARS = 20_000_000;
/** Objects that liquidjs lets a template make, by its own count. */
const MAX_OBJECTS = 10_000_000;
const MAX_REASON_CHARS = 300;
const MAX_VARIABLE_CHARS = 200;

/** Liquid as this service uses it: strict, without files, and with escaped output where that is HTML. */
export function liquidEngine(html: boolean): Liquid {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    // With `if` and `default` a template checks whether a variable exists.
    lenientIf: true,
    ownPropertyOnly: true,
    // Includes and layouts are searched here instead of on the disk, and none is found.
    templates: {},
    timezoneOffset: 0,
    locale: 'en-US',
    parseLimit: MAX_SOURCE_CHARS,
    memoryLimit: MAX_OBJECTS,
    ...(html && { outputEscape: escapeOnOutput }),
  });
  if (html) addHtmlSupport(liquid);
  return liquid;
}

/** Later values win. A key named `__proto__` is a key like any other. */
export function merged(variables: RenderRequest['variables']): Record<string, unknown> {
  const scope: Record<string, unknown> = Object.create(null);
  for (const one of variables) for (const [name, value] of Object.entries(one)) scope[name] = value;
  return scope;
}

/** Why rendering failed, and the missing variable where that is the cause. */
export function causeOf(error: unknown): { reason: string; variable: string | null } {
  const cause = LiquidError.is(error) ? error.originalError : undefined;
  const named = (cause as { variableName?: unknown } | undefined)?.variableName;
  const variable = typeof named === 'string' ? named.slice(0, MAX_VARIABLE_CHARS) : null;
  return { reason: firstLine(error), variable };
}

/** The first fault of a source that cannot be parsed, with its line; null when it can. */
export function faultOf(
  liquid: Liquid,
  { source }: Pick<TemplatePart, 'source'>,
): { line: number | null; reason: string } | null {
  try {
    // The analysis looks for templates that this one names: also in a branch that may never be rendered.
    liquid.analyzeSync(liquid.parse(source));
    return null;
  } catch (error) {
    // Messages of liquidjs end with the place, which is returned separately.
    const [line = null] = LiquidError.is(error) ? error.token.getPosition() : [];
    return { line, reason: firstLine(error).replace(/, line:\d+, col:\d+$/, '') };
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, MAX_REASON_CHARS);
}
