import type { TProperties, TSchema } from 'typebox';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type Issue, Refusal } from '../commands/kernel/refusal.ts';
import { schemaIssues } from './schemaIssues.ts';

/** Finds what is wrong with a value; empty when nothing is. */
export type Checker = (value: unknown) => Issue[];

/** An object that refuses properties it does not name: every request body is one. */
export const Closed = <Properties extends TProperties>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false as const });

/**
 * Compiles a schema. The compiled check decides; only when it fails, the value is walked to find every issue at once,
 * with JSON Pointer paths. An object schema must say what it does with unknown properties, so that none is dropped by
 * oversight.
 */
export function checker(schema: TSchema): Checker {
  assertClosed(schema, '');
  const compiled = Compile(schema);
  return (value) => {
    if (compiled.Check(value)) return [];
    const issues = schemaIssues(schema, value);
    return issues.length > 0 ? issues : [{ path: '', message: 'is not valid' }];
  };
}

/** Bytes of JSON, in UTF-8, of a customer's object that lists give whole. */
const MAX_OBJECT_BYTES = 65_536;

/** The same for a body, one of whose fields is such an object. */
export function sizedChecker(schema: TSchema, field: string): Checker {
  const check = checker(schema);
  return (value) => {
    const issues = check(value);
    const given = issues.length > 0 ? undefined : (value as Readonly<Record<string, unknown>>)[field];
    if (given === undefined || Buffer.byteLength(JSON.stringify(given)) <= MAX_OBJECT_BYTES) return issues;
    return [{ path: `/${field}`, message: `must not be larger than ${MAX_OBJECT_BYTES} bytes of JSON` }];
  };
}

/** @throws Refusal `invalid`, when there are issues */
export function refuseIfAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw new Refusal('invalid', issues);
}

function assertClosed(schema: unknown, at: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  if ('properties' in schema && !('additionalProperties' in schema))
    throw new Error(`the object schema at '${at}' must say additionalProperties`);
  for (const [name, part] of Object.entries(schema)) {
    if (!['default', 'examples', 'example', 'const', 'enum'].includes(name))
      assertClosed(part, `${at}/${name}`);
  }
}
