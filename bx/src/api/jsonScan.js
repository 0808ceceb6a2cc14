// src/api/jsonScan.ts
import { faultList } from "./faultList.js";
import { pointer } from "./schemaIssues.js";
var MAX_VALUES = 2e7;
var QUOTE = 34;
var ARRAY = 91;
var OBJECT = 123;
function hasTooManyValues(json, max = MAX_VALUES) {
  if (json.length < 2 * max) return false;
  let values = 0;
  for (let at = 0; at < json.length && values <= max; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) {
      values += 1;
      at = closingQuote(json, at);
    } else if (byte === ARRAY || byte === OBJECT) values += 1;
  }
  return values > max;
}
function closingQuote(json, opening) {
  const [quote, backslash] = typeof json === "string" ? ['"', "\\"] : [QUOTE, 92];
  const next = (at) => json.indexOf(quote, at + 1);
  for (let found = next(opening); found > 0; found = next(found)) {
    let backslashes = 0;
    while (json[found - 1 - backslashes] === backslash) backslashes++;
    if (backslashes % 2 === 0) return found;
  }
  return json.length;
}
function countMembers(json) {
  let members = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = closingQuote(json, at);
    else if (character === ":") members += 1;
  }
  return members;
}
var isArrayText = (json) => /^\s*\[/.test(json);
function repeatedNames(json) {
  const found = faultList(isArrayText(json));
  const around = [];
  const steps = [];
  let expectsName = false;
  for (let at = 0; at < json.length && !found.isFull(); at++) {
    const character = json[at];
    const names = around.at(-1);
    if (character === '"') {
      const end = closingQuote(json, at);
      if (expectsName && names) {
        const name = JSON.parse(json.slice(at, end + 1));
        steps[steps.length - 1] = name;
        if (names.has(name)) found.add(steps[0], () => steps.reduce(pointer, ""), "is given twice");
        names.add(name);
      }
      expectsName = false;
      at = end;
    } else if (character === "{" || character === "[") {
      around.push(character === "{" ? /* @__PURE__ */ new Set() : null);
      steps.push(character === "{" ? "" : 0);
      expectsName = character === "{";
    } else if (character === "}" || character === "]") {
      around.pop();
      steps.pop();
    } else if (character === ",") {
      const last = steps.at(-1);
      if (typeof last === "number") steps[steps.length - 1] = last + 1;
      expectsName = names !== null;
    }
  }
  return found.issues;
}
var FAULT = "is a number that would lose digits; send it as a text";
var SUSPICIOUS = /[0-9][0-9.]{15}|[0-9][eE][+-]?[0-9]/;
var NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
function inexactNumbers(json) {
  if (!SUSPICIOUS.test(json)) return [];
  const found = faultList(isArrayText(json));
  const steps = [];
  let expectsKey = false;
  let at = 0;
  while (at < json.length && !found.isFull()) {
    const character = json[at] ?? "";
    if (character === '"') {
      const end = closingQuote(json, at) + 1;
      if (expectsKey) steps[steps.length - 1] = JSON.parse(json.slice(at, end));
      expectsKey = false;
      at = end;
    } else if (character === "-" || character >= "0" && character <= "9") {
      NUMBER.lastIndex = at;
      const [number = character] = NUMBER.exec(json) ?? [];
      const mayLoseDigits = number.length > 15 || /e/i.test(number);
      if (mayLoseDigits && !isExact(number))
        found.add(steps[0], () => steps.reduce(pointer, ""), FAULT);
      at += number.length;
    } else {
      if (character === "{") steps.push("");
      else if (character === "[") steps.push(0);
      else if (character === "}" || character === "]") steps.pop();
      else if (character === ",") {
        const last = steps.at(-1);
        if (typeof last === "number") steps[steps.length - 1] = last + 1;
      }
      if (character === "{" || character === ",") expectsKey = typeof steps.at(-1) === "string";
      at += 1;
    }
  }
  return found.issues;
}
function isExact(number) {
  const value = Number(number);
  return Number.isFinite(value) && decimal(number) === decimal(String(value));
}
function decimal(number) {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}
export {
  MAX_VALUES,
  countMembers,
  hasTooManyValues,
  inexactNumbers,
  repeatedNames
};
//# sourceMappingURL=jsonScan.js.map
