// src/api/openapi/documentedRoute.ts
import { refusalSchema } from "../errorBody.js";
import { withExample } from "./examples.js";
var IDEMPOTENCY_KEY = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description: "A replay under the same key answers as the first call did and is not billed again."
};
function documentedRoute(url, schema, config) {
  if (schema.hide) return schema;
  if (config.public)
    return {
      ...schema,
      response: {
        200: { description: "As asked." },
        ...schema.response,
        "4xx": refusalSchema(url)
      }
    };
  const { scope, idempotencyKey: keyed, namesInBody } = config;
  const mayNameUnknown = schema.params !== void 0 || namesInBody;
  const statuses = [401, 403, ...keyed ? [400] : [], ...mayNameUnknown ? [404] : [], 422, 503];
  if (schema.body) statuses.push(413, 415);
  const refusals = Object.fromEntries(statuses.map((status) => [status, refusalSchema(url, status)]));
  const headers = {
    type: "object",
    properties: {
      "Idempotency-Key": IDEMPOTENCY_KEY,
      ...schema.headers?.properties
    },
    required: keyed === "required" ? ["Idempotency-Key"] : []
  };
  const answers = Object.entries(schema.response ?? {});
  return {
    ...schema,
    ...schema.body === void 0 ? {} : { body: withExample(schema.body) },
    ...keyed ? { headers } : {},
    description: `Needs the scope \`${scope}\`.`,
    security: [{ apiKey: scope === void 0 ? [] : [scope] }],
    response: {
      ...refusals,
      ...Object.fromEntries(answers.map(([status, answer]) => [status, withExample(answer)])),
      default: refusalSchema(url)
    }
  };
}
export {
  documentedRoute
};
//# sourceMappingURL=documentedRoute.js.map
