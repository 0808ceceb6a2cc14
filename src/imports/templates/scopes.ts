import { Untranslatable } from './tags.ts';

/** Where names are looked up: a Liquid expression, '' for the variables of the message. */
interface Scope {
  readonly of: string;
  /** The list that a loop goes through: it has no fields, so what is asked of it is asked of what is around it. */
  readonly isList?: true;
  /** A loop's own name of its item. */
  readonly alias?: string;
}

const RESERVED = new Set([
  'empty',
  'blank',
  'nil',
  'null',
  'true',
  'false',
  'and',
  'or',
  'not',
  'contains',
  'forloop',
]);

/** The Liquid expression of a name within another. */
function within(of: string, name: string): string {
  if (/^\d+$/.test(name)) return `${of}[${name}]`;
  if (/^[A-Za-z_][\w-]*$/.test(name) && !(of === '' && RESERVED.has(name)))
    return of === '' ? name : `${of}.${name}`;
  return `${of}["${name.replaceAll('"', '')}"]`;
}

/**
 * The names that a template may use at one place. Both languages look a name up in the innermost scope alone, and go out by
 * `../`, so each name is translated once and for all.
 */
export interface Scopes {
  /** Of `a.b`, `../a`, `this.a`, `.` and `@root.a`. */
  liquid(path: string, line: number): string;
  /** Within a loop over the list at `path`, whose items have this name. */
  item(path: string, name: string, line: number, alias?: string): Scopes;
  /** Within a block that asks its names of the value at `path`. */
  section(path: string, line: number): Scopes;
}

/** @param isStepwise every name of a path is a scope of its own, which `../` leaves (Mustachio) */
export function scopes(isStepwise: boolean, chain: readonly Scope[] = [{ of: '' }]): Scopes {
  function resolve(written: string, line: number): { readonly chain: readonly Scope[]; readonly of: string } {
    const path = written.replace(/^@root(?:[./]|$)/, '@/');
    let left = path.startsWith('@/') ? chain.slice(0, 1) : chain;
    let rest = path.replace(/^@\//, '');
    for (; /^\.\.(\/|$)/.test(rest); rest = rest.replace(/^\.\.\/?/, '')) {
      if (left.length === 1 && !isStepwise)
        throw new Untranslatable(line, `\`${written}\` leaves the template`);
      if (left.length > 1) left = left.slice(0, -1);
    }
    const names = [...namesOf(isStepwise ? rest : rest.replace(/^this(?:[./]|$)/, ''), line)];
    while (names.length > 0 && left.at(-1)?.isList) left = left.slice(0, -1);
    const own =
      left === chain ? chain.find(({ alias }) => alias !== undefined && alias === names[0]) : undefined;
    if (own !== undefined) names.shift();
    const steps = [{ of: (own ?? left.at(-1))?.of ?? '' }];
    for (const name of names) steps.push({ of: within(steps.at(-1)?.of ?? '', name) });
    return { chain: [...left, ...steps.slice(1)], of: steps.at(-1)?.of ?? '' };
  }
  return {
    liquid(path, line) {
      const { of } = resolve(path, line);
      if (of === '') throw new Untranslatable(line, `\`${path}\` stands for all variables`);
      return of;
    },
    item(path, name, line, alias) {
      const { chain: outer } = resolve(path, line);
      const around = isStepwise
        ? [...outer.slice(0, -1), { of: outer.at(-1)?.of ?? '', isList: true as const }]
        : chain;
      return scopes(isStepwise, [...around, { of: name, ...(alias !== undefined && { alias }) }]);
    },
    section(path, line) {
      const { chain: inner, of } = resolve(path, line);
      return scopes(isStepwise, isStepwise ? inner : [...chain, { of }]);
    },
  };
}

/** `a.b`, `a/b`, `a.[b c]`, `a.0.b`. */
function namesOf(path: string, line: number): readonly string[] {
  const names = path === '.' ? [] : (path.match(/\[[^\]]*\]|[^./[\]]+/g) ?? []);
  const bare = names.map((name) => name.replace(/^\[|\]$/g, ''));
  const bad = bare.find((name) => !/^[\p{L}\p{N}_$ -]+$/u.test(name));
  if (bad !== undefined) throw new Untranslatable(line, `\`${path}\` is no name`);
  return bare;
}
