import type { FastifyRequest, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { type Issue, notFound } from '../commands/kernel/refusal.ts';
import { isUuid } from '../events/fieldForms.ts';
import { readerNamed } from './reading/bodyReading.ts';
import { type BodyReader, checked, type ReadBody, readWith } from './reading/reader.ts';
import { type Checker, checker, refuseIfAny } from './validation.ts';

/** What is checked of a request before its handler sees it, compiled once a route. */
export interface RequestChecks {
  /** Null: the route takes no body. */
  readonly reader: BodyReader<unknown> | null;
  readonly query: {
    readonly check: Checker;
    readonly schema: QuerySchema;
    /** The route takes no parameter. */
    readonly isNone: boolean;
  } | null;
}

interface QuerySchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly default?: unknown }>>;
}

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false } as const;

/** A public route takes any query: anyone who follows a link may bring parameters that others added. */
export function checksOf(route: RouteOptions): RequestChecks {
  const { body, querystring } = (route.schema ?? {}) as { body?: TSchema; querystring?: TSchema };
  const named = route.config?.reader === undefined ? null : readerNamed(route.config.reader);
  const querySchema = querystring ?? (route.config?.public ? undefined : (NO_QUERY as TSchema));
  return {
    reader: named ?? (body === undefined ? null : checked(body)),
    query:
      querySchema === undefined
        ? null
        : {
            check: checker(querySchema),
            schema: querySchema as QuerySchema,
            isNone: querySchema === (NO_QUERY as TSchema),
          },
  };
}

/**
 * Checks query and body together, whose reading is done; the query's numbers are read and its defaults filled in.
 * @throws Refusal `invalid` with every issue of both
 */
export function checkRequest(request: FastifyRequest, { reader, query }: RequestChecks): void {
  // A body that was sent has been read already; where none was, the reader says what is missing.
  const read =
    reader === null ? null : ((request.body as ReadBody<unknown> | undefined) ?? readWith(reader, null));
  const issues: Issue[] = read !== null && 'issues' in read ? [...read.issues] : [];
  if (query !== null) {
    const sent = request.query as Record<string, unknown>;
    const values = query.isNone && isEmpty(sent) ? sent : readQuery(query.schema, sent);
    if (values !== sent) issues.push(...query.check(values));
    request.query = values;
  }
  refuseIfAny(issues);
  if (read !== null && 'value' in read) request.body = read.value;
}

function isEmpty(values: object): boolean {
  for (const _ in values) return false;
  return true;
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
