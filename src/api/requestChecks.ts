import type { FastifyRequest, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { Issue } from '../commands/kernel/refusal.ts';
import { isUuid } from '../events/fieldPatterns.ts';
import { readerNamed } from './reading/bodyReaders.ts';
import {
  type BodyReader,
  type ReadBody,
  readBytes,
  schemaReader,
  type UnfinishedBody,
} from './reading/reader.ts';
import type { Schema } from './schemaIssues.ts';
import { type Checker, Closed, checker, refuseIfAny } from './validation.ts';

/** The checks of a request before its handler gets it, compiled once a route. */
export interface RequestChecks {
  /** Null: the route takes no body. */
  readonly reader: BodyReader<unknown> | null;
  /** Null: any query is taken. */
  readonly query: { readonly check: Checker; readonly schema: Schema } | null;
}

const NO_QUERY = Closed({});

/** A public route takes any query: anyone who follows a link may bring parameters that others added. */
export function checksOf(route: RouteOptions): RequestChecks {
  const { body, querystring } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema };
  const { reader: name, public: isPublic } = route.config ?? {};
  const named = name === undefined ? null : readerNamed(name);
  const schema = querystring ?? (isPublic ? undefined : NO_QUERY);
  return {
    reader: named ?? (body === undefined ? null : schemaReader(body)),
    query: schema === undefined ? null : { check: checker(schema), schema },
  };
}

/**
 * Checks query and body together, once the body was read; the query's numbers are parsed and its defaults filled in.
 * @throws Refusal `invalid` with every issue of both, unless the handler is to find more
 */
export function checkRequest(request: FastifyRequest, { reader, query }: RequestChecks): void {
  // A body that was sent has been read already; without one, the reader says what is missing.
  const read =
    reader === null ? null : ((request.body as ReadBody<unknown> | undefined) ?? readBytes(reader, null));
  const issues: Issue[] = read !== null && 'issues' in read ? [...read.issues] : [];
  if (query !== null) {
    const sent = request.query as Record<string, unknown>;
    const values =
      query.schema === NO_QUERY && Object.keys(sent).length === 0 ? sent : readQuery(query.schema, sent);
    if (values !== sent) issues.push(...query.check(values));
    request.query = values;
  }
  const value = read !== null && 'value' in read ? read.value : undefined;
  if (isUnfinished(value)) request.body = { ...value, issues: [...value.issues, ...issues] };
  else {
    refuseIfAny(issues);
    if (value !== undefined) request.body = value;
  }
}

function isUnfinished(value: unknown): value is UnfinishedBody {
  return typeof value === 'object' && value !== null && 'issues' in value;
}

function readQuery(schema: Schema, raw: Record<string, unknown>): Record<string, unknown> {
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

/** The nil uuid (RFC 9562, section 5.9), which is the id of nothing. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * A uuid in a path is read in lower case (RFC 9562, section 4). An id that is none is as unknown as a uuid that names
 * nothing: the handler says so, once it has found no fault in the body.
 */
export function readPathId(request: FastifyRequest): void {
  const params = request.params as Record<string, string> | undefined;
  if (params?.id !== undefined) params.id = isUuid(params.id) ? params.id.toLowerCase() : NO_ID;
}
