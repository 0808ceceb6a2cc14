// src/intake/hooks/fields.ts
function valueAt(value, ...names) {
  let at = value;
  for (const name of names) {
    if (typeof at !== "object" || at === null || Array.isArray(at) || !Object.hasOwn(at, name))
      return void 0;
    at = at[name];
  }
  return at;
}
function textAt(value, ...names) {
  const found = valueAt(value, ...names);
  return typeof found === "string" ? found : "";
}
function numberAt(value, ...names) {
  const found = valueAt(value, ...names);
  return typeof found === "number" ? found : null;
}
function listAt(value, ...names) {
  const found = valueAt(value, ...names);
  if (found === void 0 || found === null) return [];
  return Array.isArray(found) ? found : [found];
}
function textsAt(value, ...names) {
  return listAt(value, ...names).filter((one) => typeof one === "string");
}
function bareMessageId(text) {
  return text.replace(/[<>\s]/g, "");
}
export {
  bareMessageId,
  listAt,
  numberAt,
  textAt,
  textsAt,
  valueAt
};
//# sourceMappingURL=fields.js.map
