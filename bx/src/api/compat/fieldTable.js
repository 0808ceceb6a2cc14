// src/api/compat/fieldTable.ts
import { Type } from "../../../packages/typebox.js";
import { Closed } from "../validation.js";
function taken(becomes, form, about) {
  return { ...about, fate: "taken", becomes, form };
}
function object(becomes, fields, about) {
  return { ...about, fate: "taken", becomes, fields };
}
function list(becomes, each, about) {
  return { ...about, fate: "taken", becomes, each };
}
var refused = (instead) => ({ fate: "refused", instead });
var refusedUnlessOff = (switchOf, instead) => {
  return { fate: "refused", instead, switchOf };
};
var formOf = (table) => schemaOf(table, false);
var documentedForm = (table, options = {}) => schemaOf(table, true, options);
function schemaOf(table, documented, options = {}) {
  const properties = {};
  for (const [name, field] of Object.entries(table)) {
    if (field.fate === "taken") {
      const form = valueForm(field, documented);
      const description = describe(field);
      if (field.required) properties[name] = documented ? { ...form, description } : form;
      else properties[name] = Type.Optional(documented ? orAbsent(form, description) : form);
    }
  }
  return Closed(properties, documented ? { ...withRefusals(table), ...options } : options);
}
function valueForm(field, documented) {
  const { form = Type.Unknown(), fields, each, minItems, maxItems } = field;
  if (fields !== void 0) return schemaOf(fields, documented);
  if (each === void 0) return documented ? field.documented ?? form : form;
  return Type.Array(schemaOf(each, documented), {
    ...minItems && { minItems },
    ...maxItems && { maxItems }
  });
}
var describe = ({ becomes, note }) => `Becomes ${becomes}.${note ? ` ${note}` : ""}`;
function orAbsent(form, description) {
  return Type.Union([form, Type.Null()], { description });
}
function withRefusals(table) {
  const refusals = Object.entries(table).flatMap(
    ([name, field]) => field.fate === "refused" ? [`\`${name}\`: ${field.instead}`] : []
  );
  return refusals.length === 0 ? {} : { description: `Refused by name: ${refusals.join(" ")}` };
}
function everyField(table, path = "") {
  return Object.entries(table).flatMap(([name, field]) => {
    const own = `${path}${name}`;
    const within = field.fate === "refused" ? void 0 : field.fields ?? field.each;
    if (within === void 0) return [[own, field]];
    const suffix = field.fate === "taken" && field.each !== void 0 ? "[]" : "";
    return [[own, field], ...everyField(within, `${own}${suffix}.`)];
  });
}
export {
  documentedForm,
  everyField,
  formOf,
  list,
  object,
  refused,
  refusedUnlessOff,
  taken
};
//# sourceMappingURL=fieldTable.js.map
