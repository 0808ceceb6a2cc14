import type { Field, FieldTable } from './fieldTable.ts';

/** Every field of a table with those within it, as pages write them: `attachments[].filename`. */
export function everyField(table: FieldTable, path = ''): [name: string, field: Field][] {
  return Object.entries(table).flatMap(([name, field]): [string, Field][] => {
    const own = `${path}${name}`;
    const within = field.fate === 'refused' ? undefined : (field.fields ?? field.each);
    if (within === undefined) return [[own, field]];
    const suffix = field.fate === 'taken' && field.each !== undefined ? '[]' : '';
    return [[own, field], ...everyField(within, `${own}${suffix}.`)];
  });
}

export function fieldNames(table: FieldTable): string[] {
  return everyField(table).map(([name]) => name);
}
