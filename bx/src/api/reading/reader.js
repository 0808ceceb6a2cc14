// src/api/reading/reader.ts
import { Refusal } from "../../commands/kernel/refusal.js";
import { NO_BODY, parseJson } from "../json.js";
import { addIssues } from "../schemaIssues.js";
import { checker } from "../validation.js";
function readBytes(reader, bytes) {
  try {
    return reader(bytes === null ? NO_BODY : parseJson(bytes));
  } catch (error) {
    if (error instanceof Refusal) return { issues: error.issues };
    throw error;
  }
}
function bodyIssues({ value, faults, inexact }, check) {
  if (faults.length > 0) return faults;
  return addIssues(check(value), inexact());
}
function schemaReader(schema, take = (body) => body, check = checker(schema)) {
  return (sent) => {
    const issues = bodyIssues(sent, check);
    return issues.length > 0 ? { issues } : { value: take(sent.value) };
  };
}
export {
  bodyIssues,
  readBytes,
  schemaReader
};
//# sourceMappingURL=reader.js.map
