import type { FastifyRequest, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { type Issue, notFound } from '../commands/refusal.ts';
import { isUuid } from '../events/fieldForms.ts';
import { type Checker, checker, refuseIfAny } from './validation.ts';

/** What is checked of a request before its handler sees it, compiled once a route. */
export interface RequestChecks {
  readonly hasBody: boolean;
  readonly body: Checker | null;
  readonly query: { readonly check: Checker; readonly schema: QuerySchema } | null;
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly default?: unknown }>>;
}

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A public route takes any query: anyone who follows a link may bring parameters that others added. */
export function checksOf(route: RouteOptions): RequestChecks {
  const { body, querystring } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema };
  const querySchema = querystring ?? (route.config?.public ? undefined : (NO_QUERY as TSchema));
  return {
    hasBody: body !== undefined,
    body: body === undefined || route.config?.ownValidation ? null : checker(body),
    query:
      querySchema === undefined ? null : { check: checker(querySchema), schema: querySchema as QuerySchema },
  };
}

/**
 * Checks body and query together; the query's numbers are read and its defaults filled in.
 * @throws Refusal `invalid` with every issue of both
 */
export function checkRequest(request: FastifyRequest, { body, query }: RequestChecks): void {
  const issues: Issue[] = body === null ? [] : body(request.body);
  if (query !== null) {
    const values = readQuery(query.schema, request.query as Record<string, unknown>);
    issues.push(...query.check(values));
    request.query = values;
  }
  refuseIfAny(issues);
}

function readQuery(schema: QuerySchema, raw: Record<string, unknown>): Record<string, unknown> {
  // A map, since a parameter may be called `__proto__`.
  const values = new Map<string, unknown>();
  for (const [name, { default: fallback }] of Object.entries(schema.properties ?? {})) {
    if (fallback !== undefined) values.set(name, fallback);
  }
  for (const [name, text] of Object.entries(raw)) {
    const type = schema.properties?.[name]?.type;
    const isNumber = type === 'integer' && typeof text === 'string' && /^-?\d{1,15}$/.test(text);
    values.set(name, isNumber ? Number(text) : text);
  }
  return Object.fromEntries(values);
}

/**
 * An id in a path that is no uuid names nothing; a uuid is read in lower case (RFC 9562, section 4).
 * @throws Refusal `notFound`
 */
export function checkPathId(request: FastifyRequest): void {
  const params = request.params as Record<string, string> | undefined;
  if (params?.id === undefined) return;
  if (!isUuid(params.id)) throw notFound('There is no such resource.');
  params.id = params.id.toLowerCase();
}
