import { namedSchemas } from './namedSchemas.ts';
import { isNode, type Node, portableSchema } from './portableSchema.ts';
import { webhookPayloads } from './webhookPayloads.ts';

type Operation = Node & {
  readonly operationId: string;
  readonly parameters?: readonly Node[];
  readonly requestBody?: Node;
  readonly responses: Readonly<Record<string, Node>>;
};

/**
 * The document of the routes as generators of clients take it (OpenAPI 3.1): each schema once and by its name, and the
 * posts to webhook endpoints besides.
 * @param document as it is made from the routes
 */
export function portableDocument(document: Node): Node {
  const schemas = namedSchemas();
  const content = (media: unknown, title: string) =>
    Object.fromEntries(
      Object.entries((media ?? {}) as Readonly<Record<string, Node>>).map(([type, { schema, ...rest }]) => {
        const portable = portableSchema(schema as Node);
        return [type, { ...rest, schema: schemas.referring(titled(portable, title)) }];
      }),
    );
  const withContent = (part: Node, title: string) =>
    part.content === undefined ? part : { ...part, content: content(part.content, title) };
  const operation = (one: Operation): Node => {
    const name = one.operationId.charAt(0).toUpperCase() + one.operationId.slice(1);
    const { parameters, requestBody, responses } = one;
    return {
      ...one,
      ...(parameters && { parameters: parameters.map(parameter) }),
      ...(requestBody && { requestBody: withContent(requestBody, `${name}Request`) }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [status, withContent(answer, `${name}Answer`)]),
      ),
    };
  };
  const eachOperation = (methods: Node) =>
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operation(one as Operation)]));
  const paths = Object.entries(document.paths as Readonly<Record<string, Node>>);
  const parts = {
    ...document,
    paths: Object.fromEntries(paths.map(([path, methods]) => [path, eachOperation(methods)])),
    webhooks: Object.fromEntries(
      webhookPayloads().map(({ kind, summary, schema }) => [
        kind,
        { post: posted(kind, summary, schemas.referring(schema)) },
      ]),
    ),
  };
  return { ...parts, components: { ...(document.components as Node), schemas: schemas.all() } };
}

/** An object has a name of its own, and so have the elements of a list that is a whole body. */
function titled(schema: Node, title: string): Node {
  if (schema.type === 'object') return { title, ...schema };
  if (schema.type !== 'array' || !isNode(schema.items)) return schema;
  return { ...schema, items: { title: `${title}Element`, ...schema.items } };
}

function parameter({ schema, ...rest }: Node): Node {
  const { description, ...portable } = portableSchema(schema as Node);
  return {
    ...rest,
    ...(rest.description === undefined && description ? { description } : {}),
    schema: portable,
  };
}

function posted(kind: string, summary: string, schema: Node): Node {
  return {
    operationId: `on${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: ['Events'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Taken. Any other answer, or none within ten seconds, is tried again.' },
    },
  };
}
