// src/submission/controlHeaders.ts
import { GIVEN_UUID_PATTERN } from "../events/fieldPatterns.js";
var PREFIX = "x-postledger-";
var isControl = ({ name }) => name.toLowerCase().startsWith(PREFIX);
var SWITCH = { yes: true, true: true, no: false, false: false };
var switched = (value) => SWITCH[value.toLowerCase()] ?? value;
var uuid = new RegExp(GIVEN_UUID_PATTERN);
var FIELDS = {
  stream: (value) => ["message_stream", value],
  schedule: (value) => ["scheduled_for", value],
  "track-opens": (value) => ["track_opens", switched(value)],
  "track-clicks": (value) => ["track_clicks", switched(value)],
  template: (value) => [uuid.test(value) ? "template_id" : "template_friendly_name", value]
};
var IDEMPOTENCY_KEY_MAX = 255;
function controlOf(fields) {
  const body = {};
  const tags = [];
  const issues = [];
  const own = /* @__PURE__ */ new Map();
  for (const { name, value } of fields.filter(isControl)) {
    const what = name.toLowerCase().slice(PREFIX.length);
    const fault = (message) => issues.push({ path: `/headers/${name}`, message });
    if (what === "tag") tags.push(value);
    else if (own.has(what)) fault("must be given once");
    else if (Object.hasOwn(FIELDS, what)) {
      const [field, given] = FIELDS[what]?.(value) ?? ["", value];
      body[field] = given;
    } else if (what === "idempotency-key") {
      if (value === "" || [...value].length > IDEMPOTENCY_KEY_MAX)
        fault(`must have 1 to ${IDEMPOTENCY_KEY_MAX} characters`);
    } else if (what === "variables") {
      if (!isJson(value)) fault("must be JSON");
    } else fault("is no header of this service");
    if (what !== "tag") own.set(what, value);
  }
  if (tags.length > 0) body.tags = tags;
  return {
    body,
    variables: own.get("variables") ?? null,
    idempotencyKey: own.get("idempotency-key") ?? null,
    issues
  };
}
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
export {
  controlOf,
  isControl
};
//# sourceMappingURL=controlHeaders.js.map
