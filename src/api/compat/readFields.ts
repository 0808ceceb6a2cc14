import type { Issue } from '../../commands/kernel/refusal.ts';
import { MAX_ISSUES, pointer } from '../schemaIssues.ts';
import type { Field, FieldTable, RefusedField } from './fieldTable.ts';

/**
 * A request with everything taken out of it that asks for nothing: null, and an empty list where one may be left out,
 * are what clients send for what nobody set. Refused and unknown fields are named, and taken out too. Whatever else is
 * wrong is left for the form's check.
 */
export function readFields(table: FieldTable, value: unknown, issues: Issue[], path = ''): unknown {
  if (!isObject(value)) return value;
  const kept: [name: string, value: unknown][] = [];
  for (const [name, given] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) break;
    const at = pointer(path, name);
    const field = Object.hasOwn(table, name) ? table[name] : undefined;
    if (isAbsent(field, given)) continue;
    if (field === undefined) issues.push({ path: at, message: unknownField(table, name) });
    else if (field.fate === 'refused') issues.push(...refusal(field, given, at));
    else if (field.fields !== undefined) kept.push([name, readFields(field.fields, given, issues, at)]);
    else if (field.each !== undefined && Array.isArray(given)) {
      const { each } = field;
      kept.push([name, given.map((one, index) => readFields(each, one, issues, pointer(at, index)))]);
    } else kept.push([name, given]);
  }
  return Object.fromEntries(kept);
}

/** Longer names than any that a table has. */
const LONGEST_NAME = 100;

/** Clients convert the names of fields, but not all of them everywhere: that of an attachment may come as it is. */
function unknownField(table: FieldTable, name: string): string {
  if (name.length > LONGEST_NAME) return 'is not a known field';
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `is not a known field${snake !== name && Object.hasOwn(table, snake) ? `; it is called ${snake}` : ''}`;
}

function isAbsent(field: Field | undefined, given: unknown): boolean {
  const mayBeAbsent = field === undefined || field.fate === 'refused' || field.required !== true;
  return mayBeAbsent && (given === null || (field !== undefined && isEmptyList(given)));
}

function refusal({ instead, switchOf }: RefusedField, given: unknown, at: string): Issue[] {
  if (isObject(given)) {
    const names = Object.keys(given).filter((name) => given[name] !== null);
    if (names.length === 0) return [];
    if (switchOf !== undefined) {
      const known = ['enable', ...switchOf];
      const unknown = names.filter((name) => !known.includes(name));
      const named = unknown.map((name) => ({ path: pointer(at, name), message: 'is not a known field' }));
      if (given.enable === false) return named;
    }
  }
  return [{ path: at, message: `is refused. ${instead}` }];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
