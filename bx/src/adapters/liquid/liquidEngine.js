// src/adapters/liquid/liquidEngine.ts
import { Liquid, LiquidError } from "liquidjs";
import { addHtmlSupport, escapeOnOutput } from "./htmlText.js";
var MAX_SOURCE_CHARS = 2e7;
var MAX_OBJECTS = 1e7;
var MAX_REASON_CHARS = 300;
var MAX_VARIABLE_CHARS = 200;
function liquidEngine(html) {
  const liquid = new Liquid({
    strictVariables: true,
    strictFilters: true,
    // With `if` and `default` a template checks whether a variable exists.
    lenientIf: true,
    ownPropertyOnly: true,
    // Includes and layouts are searched here instead of on the disk, and none is found.
    templates: {},
    timezoneOffset: 0,
    locale: "en-US",
    parseLimit: MAX_SOURCE_CHARS,
    memoryLimit: MAX_OBJECTS,
    ...html && { outputEscape: escapeOnOutput }
  });
  if (html) addHtmlSupport(liquid);
  return liquid;
}
function merged(variables) {
  const scope = /* @__PURE__ */ Object.create(null);
  for (const one of variables) for (const [name, value] of Object.entries(one)) scope[name] = value;
  return scope;
}
function causeOf(error) {
  const cause = LiquidError.is(error) ? error.originalError : void 0;
  const named = cause?.variableName;
  const variable = typeof named === "string" ? named.slice(0, MAX_VARIABLE_CHARS) : null;
  return { reason: firstLine(error), variable };
}
function faultOf(liquid, { source }) {
  try {
    liquid.parse(source);
    return null;
  } catch (error) {
    const [line = null] = LiquidError.is(error) ? error.token.getPosition() : [];
    return { line, reason: firstLine(error).replace(/, line:\d+, col:\d+$/, "") };
  }
}
function firstLine(error) {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? "").slice(0, MAX_REASON_CHARS);
}
export {
  causeOf,
  faultOf,
  liquidEngine,
  merged
};
//# sourceMappingURL=liquidEngine.js.map
