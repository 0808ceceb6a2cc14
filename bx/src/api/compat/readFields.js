// src/api/compat/readFields.ts
import { addIssues, isObject, MAX_ISSUES, pointer } from "../schemaIssues.js";
import { checker } from "../validation.js";
import { formOf } from "./fieldTable.js";
function requestReader(table, ruleIssues) {
  const check = checker(formOf(table));
  return (sent) => {
    const issues = [];
    const body = readFields(table, sent, issues);
    issues.push(...check(body));
    return { body, issues: addIssues(issues, ruleIssues(body)) };
  };
}
function readFields(table, value, issues, path = "") {
  if (!isObject(value)) return value;
  const taken = [];
  for (const [name, given] of Object.entries(value)) {
    if (issues.length >= MAX_ISSUES) break;
    const at = pointer(path, name);
    const field = Object.hasOwn(table, name) ? table[name] : void 0;
    if (isAbsent(field, given)) continue;
    if (field === void 0) issues.push({ path: at, message: unknownField(table, name) });
    else if (field.fate === "refused") issues.push(...refusal(field, given, at));
    else if (field.fields !== void 0) taken.push([name, readFields(field.fields, given, issues, at)]);
    else if (field.each !== void 0 && Array.isArray(given)) {
      const { each } = field;
      taken.push([name, given.map((one, index) => readFields(each, one, issues, pointer(at, index)))]);
    } else taken.push([name, withoutMembers(given, field.leftOut)]);
  }
  return Object.fromEntries(taken);
}
function withoutMembers(value, leftOut = []) {
  if (leftOut.length === 0 || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !leftOut.includes(name.toLowerCase())));
}
var LONGEST_NAME = 100;
function unknownField(table, name) {
  if (name.length > LONGEST_NAME) return "is not a known field";
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `is not a known field${snake !== name && Object.hasOwn(table, snake) ? `; it is called ${snake}` : ""}`;
}
function isAbsent(field, given) {
  if (field === void 0) return given === null;
  if (field.fate === "refused") return given === null || isEmptyList(given);
  return field.required !== true && (given === null || isEmptyList(given) && mayBeEmpty(field));
}
function mayBeEmpty({ form, fields, each }) {
  if (form === void 0) return fields !== void 0 || each !== void 0;
  const { type, anyOf = [] } = form;
  return [type, ...anyOf.map((one) => one.type)].some((one) => one === "array" || one === "object");
}
function refusal({ instead, switchOf }, given, at) {
  if (isObject(given)) {
    const names = Object.keys(given).filter((name) => given[name] !== null);
    if (names.length === 0) return [];
    if (switchOf !== void 0) {
      const known = ["enable", ...switchOf];
      const unknown = names.filter((name) => !known.includes(name));
      const named = unknown.map((name) => ({ path: pointer(at, name), message: "is not a known field" }));
      if (given.enable === false) return named;
    }
  }
  return [{ path: at, message: `is refused. ${instead}` }];
}
var isEmptyList = (value) => Array.isArray(value) && value.length === 0;
export {
  requestReader
};
//# sourceMappingURL=readFields.js.map
