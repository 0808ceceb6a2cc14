import { isDeepStrictEqual } from 'node:util';

/** Of the named fields those that `changes` gives a value which differs from the one before. */
export function changedFields<Fields extends object, Name extends keyof Fields>(
  names: readonly Name[],
  before: { readonly [Field in Name]?: unknown },
  changes: Fields,
): Partial<Pick<Fields, Name>> {
  const changed: Partial<Pick<Fields, Name>> = {};
  for (const name of names)
    if (changes[name] !== undefined && !isDeepStrictEqual(changes[name], before[name]))
      changed[name] = changes[name];
  return changed;
}
