// test/support/fieldTable.ts
import * as assert from "uvu/assert";
import { listOf } from "./apiFixture.js";
var BadAt = class {
  value;
  path;
  constructor(value, path) {
    this.value = value;
    this.path = path;
  }
};
async function tryFieldTable({ body, rows, send, status, stored }) {
  let tried = 0;
  const taken = async (given, what) => {
    tried += 1;
    const answer = await send(given);
    assert.is(answer.status, status, `${what}: ${answer.text}`);
  };
  const refused = async (given, path, what) => {
    tried += 1;
    const before = stored();
    const answer = await send(given);
    assert.is(answer.status, 422, `${what}: ${answer.status} ${answer.text}`);
    const named = issuePaths(answer);
    assert.ok(named.includes(path), `${what}: ${path} is not among ${named}`);
    assert.is(stored(), before, `${what}: a refusal stored something`);
  };
  for (const { field, good, bad, optional = false, nullable = false } of rows) {
    const where = `/${field}`;
    for (const value of good) await taken({ ...body(), [field]: value }, `${field} = ${shown(value)}`);
    for (const value of bad) {
      const [given, path] = value instanceof BadAt ? [value.value, value.path] : [value, where];
      await refused({ ...body(), [field]: given }, path, `${field} = ${shown(given)}`);
    }
    const { [field]: _, ...without } = body();
    if (optional) await taken(without, `${field} missing`);
    else await refused(without, where, `${field} missing`);
    if (nullable) await taken({ ...body(), [field]: null }, `${field} null`);
    else await refused({ ...body(), [field]: null }, where, `${field} null`);
  }
  await refused({ ...body(), surprise: 1 }, "/surprise", "an unknown field");
  for (const whole of [[], "text", 1, true, null]) await refused(whole, "", `body = ${shown(whole)}`);
  return tried;
}
function issuePaths(answer) {
  const issues = answer.body.error?.details?.issues;
  return issues === void 0 ? [] : listOf(issues).map(({ path }) => String(path));
}
function shown(value) {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 60 ? `${text.slice(0, 60)}\u2026 (${text.length})` : text;
}
export {
  BadAt,
  issuePaths,
  tryFieldTable
};
//# sourceMappingURL=fieldTable.js.map
