// src/api/requestChecks.ts
import { isUuid } from "../events/fieldPatterns.js";
import { readerNamed } from "./reading/bodyReaders.js";
import {
  readBytes,
  schemaReader
} from "./reading/reader.js";
import { Closed, checker, refuseIfAny } from "./validation.js";
var NO_QUERY = Closed({});
function checksOf(route) {
  const { body, querystring } = route.schema ?? {};
  const { reader: name, public: isPublic } = route.config ?? {};
  const named = name === void 0 ? null : readerNamed(name);
  const schema = querystring ?? (isPublic ? void 0 : NO_QUERY);
  return {
    reader: named ?? (body === void 0 ? null : schemaReader(body)),
    query: schema === void 0 ? null : { check: checker(schema), schema }
  };
}
function checkRequest(request, { reader, query }) {
  const read = reader === null ? null : request.body ?? readBytes(reader, null);
  const issues = read !== null && "issues" in read ? [...read.issues] : [];
  if (query !== null) {
    const sent = request.query;
    const values = query.schema === NO_QUERY && Object.keys(sent).length === 0 ? sent : readQuery(query.schema, sent);
    if (values !== sent) issues.push(...query.check(values));
    request.query = values;
  }
  const value = read !== null && "value" in read ? read.value : void 0;
  if (isUnfinished(value)) request.body = { ...value, issues: [...value.issues, ...issues] };
  else {
    refuseIfAny(issues);
    if (value !== void 0) request.body = value;
  }
}
function isUnfinished(value) {
  return typeof value === "object" && value !== null && "issues" in value;
}
function readQuery(schema, raw) {
  const values = /* @__PURE__ */ new Map();
  for (const [name, { default: fallback }] of Object.entries(schema.properties ?? {})) {
    if (fallback !== void 0) values.set(name, fallback);
  }
  for (const [name, text] of Object.entries(raw)) {
    const type = schema.properties?.[name]?.type;
    const isNumber = type === "integer" && typeof text === "string" && /^-?\d{1,15}$/.test(text);
    values.set(name, isNumber ? Number(text) : text);
  }
  return Object.fromEntries(values);
}
var NO_ID = "00000000-0000-0000-0000-000000000000";
function readPathId(request) {
  const params = request.params;
  if (params?.id !== void 0) params.id = isUuid(params.id) ? params.id.toLowerCase() : NO_ID;
}
export {
  checkRequest,
  checksOf,
  readPathId
};
//# sourceMappingURL=requestChecks.js.map
