// src/mail/headerFields.ts
var MAX_FIELDS = 500;
var MAX_CHARS = 4e3;
var MAX_HEADER_CHARS = 2e5;
function headerFields(text) {
  return fieldsOfLines(text.slice(0, MAX_HEADER_CHARS).split(/\r?\n/));
}
function fieldGroups(text) {
  const groups = [];
  let lines = [];
  const end = () => {
    const fields = fieldsOfLines(lines);
    if (fields.size > 0 && groups.length < MAX_FIELDS) groups.push(fields);
    lines = [];
  };
  for (const line of text.slice(0, MAX_HEADER_CHARS).split(/\r?\n/)) {
    if (line.trim() === "") end();
    else lines.push(line);
  }
  end();
  return groups;
}
function fieldOf(fields, name) {
  return fields.get(name)?.[0] ?? "";
}
function fieldsOfLines(lines) {
  const fields = /* @__PURE__ */ new Map();
  let values = null;
  let count = 0;
  for (const line of lines) {
    if (line === "") break;
    const last = values?.at(-1);
    if (/^[ \t]/.test(line)) {
      if (values !== null && last !== void 0 && last.length < MAX_CHARS)
        values[values.length - 1] = `${last} ${line.trim()}`.slice(0, MAX_CHARS);
      continue;
    }
    const [, name, value = ""] = /^([!-9;-~]{1,100})[ \t]*:(.*)$/.exec(line) ?? [];
    values = null;
    if (name === void 0 || count === MAX_FIELDS) continue;
    count += 1;
    values = fields.get(name.toLowerCase()) ?? [];
    values.push(value.slice(0, MAX_CHARS).trim());
    fields.set(name.toLowerCase(), values);
  }
  return fields;
}
export {
  fieldGroups,
  fieldOf,
  headerFields
};
//# sourceMappingURL=headerFields.js.map
