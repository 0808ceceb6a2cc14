import type { Issue } from '../../commands/kernel/refusal.ts';
import { decodedWords } from '../../mail/decodedWords.ts';
import { addIssues, isObject, MAX_ISSUES, pointer } from '../schemaIssues.ts';
import { checker } from '../validation.ts';
import { type Field, type FieldTable, formOf, type RefusedField, type TakenField } from './fieldTable.ts';

/** The fields of a request that are taken, and everything that is wrong with it: its fields, its form, its rules. */
export function requestReader(table: FieldTable, ruleIssues: (body: unknown) => readonly Issue[]) {
  const check = checker(formOf(table));
  return (sent: unknown): { readonly body: unknown; readonly issues: readonly Issue[] } => {
    const issues: Issue[] = [];
    const body = readFields(table, sent, issues);
    issues.push(...check(body));
    return { body, issues: addIssues(issues, ruleIssues(body)) };
  };
}

/**
 * A request without the fields that ask for nothing: clients send null, or an empty list in place of a list or an object, for
 * fields that were not set. Members that the table leaves out go too, and so do refused and unknown fields, which are reported.
 * All else is left to the form's check.
 */
function readFields(table: FieldTable, value: unknown, issues: Issue[], path = ''): unknown {
  if (!isObject(value)) return value;
  const taken: [name: string, value: unknown][] = [];
  for (const [name, given] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) break;
    const at = pointer(path, name);
    const field = Object.hasOwn(table, name) ? table[name] : undefined;
    if (isAbsent(field, given)) continue;
    if (field === undefined) issues.push({ path: at, message: unknownField(table, name) });
    else if (field.fate === 'refused') issues.push(...refusal(field, given, at));
    else if (field.fields !== undefined) taken.push([name, readFields(field.fields, given, issues, at)]);
    else if (field.each !== undefined && Array.isArray(given)) {
      const { each } = field;
      taken.push([name, given.map((one, index) => readFields(each, one, issues, pointer(at, index)))]);
    } else if (field.decoded) taken.push([name, decodedNames(given)]);
    else taken.push([name, withoutMembers(given, field.leftOut)]);
  }
  return Object.fromEntries(taken);
}

/** A text, or the texts of a list; other values are left to the form. */
function decodedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodedNames);
  return typeof value === 'string' ? decodedWords(value) : value;
}

function withoutMembers(value: unknown, leftOut: readonly string[] = []): unknown {
  if (leftOut.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !leftOut.includes(name.toLowerCase())));
}

/** Longer names than any that a table has. */
const LONGEST_NAME = 100;

/** Clients convert the names of fields, but not all of them: those of an attachment may come in camelCase. */
function unknownField(table: FieldTable, name: string): string {
  if (name.length > LONGEST_NAME) return 'is not a known field';
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `is not a known field${snake !== name && Object.hasOwn(table, snake) ? `; it is called ${snake}` : ''}`;
}

function isAbsent(field: Field | undefined, given: unknown): boolean {
  if (field === undefined) return given === null;
  if (field.fate === 'refused') return given === null || isEmptyList(given);
  return field.required !== true && (given === null || (isEmptyList(given) && mayBeEmpty(field)));
}

/** A list, or an object, which PHP writes as an empty list. An empty list is no text, no time and no switch. */
function mayBeEmpty({ form, fields, each }: TakenField): boolean {
  if (form === undefined) return fields !== undefined || each !== undefined;
  const { type, anyOf = [] } = form as {
    readonly type?: string;
    readonly anyOf?: readonly { type?: string }[];
  };
  return [type, ...anyOf.map((one) => one.type)].some((one) => one === 'array' || one === 'object');
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

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
