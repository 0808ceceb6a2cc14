// src/api/json.ts
import { isAscii, isUtf8 } from "node:buffer";
import { invalid } from "../commands/kernel/refusal.js";
import { faultList } from "./faultList.js";
import { countMembers, hasTooManyValues, inexactNumbers, MAX_VALUES, repeatedNames } from "./jsonScan.js";
import { pointer } from "./schemaIssues.js";
var MAX_DEPTH = 1e3;
var SHALLOW_BYTES = 2 * (MAX_DEPTH + 1);
var NO_BODY = { value: void 0, faults: [], inexact: () => [] };
function parseJson(bytes) {
  const ascii = isAscii(bytes);
  if (!ascii && !isUtf8(bytes)) throw invalid("", "is not JSON in UTF-8");
  if (hasTooManyValues(bytes))
    throw invalid("", `must not hold more than ${MAX_VALUES} texts, arrays and objects`);
  const text = bytes.toString(ascii ? "latin1" : "utf8");
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid("", "is not JSON");
  }
  const suspicious = bytes.length >= SHALLOW_BYTES || text.includes("\\u") || text.includes("__proto__") || text.includes("prototype");
  const hostile = suspicious ? hostileParts(value) : [];
  const isRepeated = !isTooDeep(hostile) && countMembers(text) !== membersOf(value);
  const faults = isRepeated ? [...hostile, ...repeatedNames(text)] : hostile;
  return { value, faults, inexact: () => isTooDeep(hostile) ? [] : inexactNumbers(text) };
}
var isTooDeep = ([first]) => first?.path === "" && first.message === TOO_DEEP;
var TOO_DEEP = `must not nest more than ${MAX_DEPTH} levels`;
function membersOf(value) {
  let members = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== "object" || one === null) continue;
    const parts = Array.isArray(one) ? one : Object.values(one);
    if (parts !== one) members += parts.length;
    for (const part of parts) if (typeof part === "object" && part !== null) left.push(part);
  }
  return members;
}
function hostileParts(body) {
  const found = faultList(Array.isArray(body));
  let level = [];
  const topOf = (parent, step) => parent === null || parent.parent === null ? step : parent.top;
  const add = (parent, step, message) => {
    if (message !== null) found.add(topOf(parent, step), () => pathTo(parent, step), message);
  };
  const look = (parent, step, value, next) => {
    if (typeof value === "string") add(parent, step, textFault(value));
    else if (typeof value === "object" && value !== null)
      next.push({ parent, step, top: topOf(parent, step), value });
  };
  look(null, "", body, level);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return [{ path: "", message: TOO_DEEP }];
    const next = [];
    for (const place of level) {
      if (Array.isArray(place.value)) {
        const { length } = place.value;
        for (let at = 0; at < length && !found.isFull(); at++) look(place, at, place.value[at], next);
      } else {
        for (const [key, part] of Object.entries(place.value)) {
          const fault = textFault(key);
          const named = fault === null ? null : `is a key that ${fault}`;
          const message = isPrototypePath(key, part) ? "is not an allowed key" : named;
          add(place, key, message);
          look(place, key, part, next);
        }
      }
      if (found.isFull()) return found.issues;
    }
    level = next;
  }
  return found.issues;
}
function pathTo(parent, step) {
  const steps = [];
  for (let at = parent, own = step; at !== null; own = at.step, at = at.parent)
    steps.unshift(own);
  return steps.reduce(pointer, "");
}
function isPrototypePath(key, part) {
  const isObject = typeof part === "object" && part !== null;
  return key === "__proto__" || key === "constructor" && isObject && Object.hasOwn(part, "prototype");
}
function textFault(text) {
  if (text.includes("\0")) return "must not contain a NUL character";
  return new RegExp("\\p{Surrogate}", "u").test(text) ? "must not contain a lone surrogate" : null;
}
export {
  NO_BODY,
  parseJson
};
//# sourceMappingURL=json.js.map
