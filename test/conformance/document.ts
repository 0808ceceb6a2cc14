import type { TSchema } from 'typebox';
import Schema from 'typebox/schema';
import * as assert from 'uvu/assert';
import type { Answer, ApiFixture } from '../support/apiFixture.ts';
import { nameOf, type Operation } from './operations.ts';

/** /openapi.json as far as the tests read it. */
export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Described }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

/** The same with each schema where it is used, so that none has to be looked up. */
function resolved(part: unknown, schemas: Document['components']['schemas']): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...rest } = part as { readonly $ref?: string };
  if ($ref === undefined)
    return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, schemas)]));
  const named = schemas[$ref.replace('#/components/schemas/', '')];
  assert.ok(named, `${$ref} is not in the document`);
  return resolved(named, schemas);
}

export interface Described {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: unknown;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, Media>>;
export interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

export async function documentOf(api: ApiFixture): Promise<Document> {
  const answer = await api.call('GET', '/openapi.json', { key: null });
  const document = answer.body as unknown as Document;
  return resolved(document, document.components.schemas) as Document;
}

export function describedIn(document: Document, operation: Operation): Described {
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  assert.ok(described, `${nameOf(operation)} is not in the document`);
  return described;
}

/** What is documented of an answer's body: of its status, else of any other; null when there is none. */
export function mediaOf({ responses }: Described, status: number): Media | null {
  const response = responses[status] ?? responses.default;
  assert.ok(response, `no answer of ${status} is documented`);
  return response.content?.['application/json'] ?? null;
}

const validators = new WeakMap<object, ReturnType<typeof Schema.Compile>>();

/** What a validator of JSON Schema finds wrong with the value; empty when nothing is. */
export function misfits(schema: object, value: unknown): string[] {
  const validator = validators.get(schema) ?? Schema.Compile(schema as TSchema);
  validators.set(schema, validator);
  if (validator.Check(value)) return [];
  const [, errors] = validator.Errors(value);
  return [...errors.map(({ instancePath, message }) => `${instancePath} ${message}`), 'does not fit'];
}

/** Asserts that a live answer is as documented: its status, and its body. */
export function asDocumented(described: Described, answer: Answer, status: number, what: string): void {
  assert.is(answer.status, status, `${what}: ${answer.text.slice(0, 300)}`);
  const media = mediaOf(described, status);
  if (media === null) {
    assert.is(answer.text, '', what);
    return;
  }
  assert.equal(misfits(media.schema, answer.body), [], `${what}: ${answer.text.slice(0, 300)}`);
}
