// src/api/openapi/portableDocument.ts
import { namedSchemas } from "./namedSchemas.js";
import { isNode, portableSchema } from "./portableSchema.js";
import { webhookPayloads } from "./webhookPayloads.js";
function portableDocument(document) {
  const schemas = namedSchemas();
  const content = (media, title) => Object.fromEntries(
    Object.entries(media ?? {}).map(([type, { schema, ...rest }]) => {
      const portable = portableSchema(schema);
      return [type, { ...rest, schema: schemas.referring(titled(portable, title)) }];
    })
  );
  const withContent = (part, title) => part.content === void 0 ? part : { ...part, content: content(part.content, title) };
  const operation = (one) => {
    const name = one.operationId.charAt(0).toUpperCase() + one.operationId.slice(1);
    const { parameters, requestBody, responses } = one;
    return {
      ...one,
      ...parameters && { parameters: parameters.map(parameter) },
      ...requestBody && { requestBody: withContent(requestBody, `${name}Request`) },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [status, withContent(answer, `${name}Answer`)])
      )
    };
  };
  const eachOperation = (methods) => Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operation(one)]));
  const paths = Object.entries(document.paths);
  const parts = {
    ...document,
    paths: Object.fromEntries(paths.map(([path, methods]) => [path, eachOperation(methods)])),
    webhooks: Object.fromEntries(
      webhookPayloads().map(({ kind, summary, schema }) => [
        kind,
        { post: posted(kind, summary, schemas.referring(schema)) }
      ])
    )
  };
  return { ...parts, components: { ...document.components, schemas: schemas.all() } };
}
function titled(schema, title) {
  if (schema.type === "object") return { title, ...schema };
  if (schema.type !== "array" || !isNode(schema.items)) return schema;
  return { ...schema, items: { title: `${title}Element`, ...schema.items } };
}
function parameter({ schema, ...rest }) {
  const { description, ...portable } = portableSchema(schema);
  return {
    ...rest,
    ...rest.description === void 0 && description ? { description } : {},
    schema: portable
  };
}
function posted(kind, summary, schema) {
  return {
    operationId: `on${kind.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}`,
    summary,
    tags: ["Events"],
    security: [],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": { description: "Taken. Any other answer, or none within ten seconds, is tried again." }
    }
  };
}
export {
  portableDocument
};
//# sourceMappingURL=portableDocument.js.map
