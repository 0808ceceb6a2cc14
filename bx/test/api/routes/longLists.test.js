// test/api/routes/longLists.test.ts
import { suite } from "./../../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../../src/adapters/position.js";
import { newEvents } from "../../../src/commands/kernel/ledger.js";
import { template } from "../../../src/events/template.js";
import { DocumentsUnavailable } from "../../../src/ports/documents.js";
import { apiFixture, listOf } from "../../support/apiFixture.js";
import { listen } from "../../support/socketApi.js";
var test = suite("long lists");
test.before.each(async (state) => {
  state.api = await apiFixture();
});
test.after.each(({ api }) => api.close());
var idOf = (at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
var atMs = (ms) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
var upTo = (count) => Array.from({ length: count }, (_, at) => at);
async function manyTemplates({ models, workspace }, count) {
  const documents = upTo(count).map((at) => ({
    key: idOf(at),
    position: positionAt(BigInt("9".repeat(20)) - BigInt(at) - 1n),
    document: {
      ...{ workspace, friendlyName: `t${at}`, name: "T", variables: { inline: "{}" }, revision: 1 },
      ...{ subject: "s", html: null, text: { inline: "x" }, createdAt: atMs(at) },
      updatedAt: atMs(1e6 + at * 37 % count)
    }
  }));
  await models.templates.writeMany(documents);
  return documents.sort((one, other) => one.document.updatedAt < other.document.updatedAt ? 1 : -1).map(({ key }) => key);
}
function watched(api, { failingFrom = Number.POSITIVE_INFINITY } = {}) {
  const { templates } = api.models;
  const seen = { most: 0, lookups: 0 };
  const note = (found) => {
    seen.most = Math.max(seen.most, "size" in found ? found.size : found.length);
    return found;
  };
  const watching = {
    ...templates,
    page: async (query) => note(await templates.page(query)),
    getMany: async (keys) => {
      seen.lookups += 1;
      if (seen.lookups >= failingFrom) throw new DocumentsUnavailable("away");
      return note(await templates.getMany(keys));
    }
  };
  Object.assign(api.models, { templates: watching });
  return seen;
}
test("templates come whole and in the order of their updates, a few in memory at a time", async ({ api }) => {
  const order = await manyTemplates(api, 130);
  const seen = watched(api);
  const { status, headers, body } = await api.call("GET", "/v1/templates");
  assert.equal([status, headers["content-type"]], [200, "application/json; charset=utf-8"]);
  const found = listOf(body.data);
  assert.equal(
    found.map(({ id }) => String(id)),
    order
  );
  assert.ok(found.every(({ text }) => String(text) === "x"));
  assert.ok(seen.most <= 4, `${seen.most} documents at once`);
});
test("a template that is deleted while the list is read is left out", async ({ api }) => {
  const order = await manyTemplates(api, 130);
  const gone = order.at(-1) ?? "";
  const { templates } = api.models;
  const getMany = async (keys) => {
    await templates.writeMany([{ key: gone, position: positionAt(BigInt("9".repeat(20))), document: null }]);
    return templates.getMany(keys);
  };
  Object.assign(api.models, { templates: { ...templates, getMany } });
  const { body } = await api.call("GET", "/v1/templates");
  assert.equal(
    listOf(body.data).map(({ id }) => String(id)),
    order.slice(0, -1)
  );
});
test("a fault at first gets its status, a later one cuts the connection", async ({ api }) => {
  await manyTemplates(api, 1300);
  const port = await listen(api);
  const list = () => fetch(`http://127.0.0.1:${port}/v1/templates`, { headers: { authorization: `Bearer ${api.key}` } });
  const whole = await (await list()).json();
  assert.is(whole.data.length, 1300);
  const seen = watched(api, { failingFrom: 300 });
  const late = await list();
  assert.is(late.status, 200);
  await late.text().then(
    () => assert.unreachable("half a list looked like a whole one"),
    (error) => assert.instance(error, TypeError)
  );
  assert.is(seen.lookups, 300);
  seen.lookups = 300;
  assert.is((await list()).status, 503);
});
test("a template of many revisions is answered whole, a few events in memory at a time", async ({ api }) => {
  const id = idOf(0);
  const body = (revision) => ({
    revision,
    subject: `s${revision}`,
    html: null,
    text: { inline: "x" }
  });
  const names = { friendlyName: "many", name: "Many", variables: { inline: "{}" } };
  await api.ledger.store.append(
    template.stream(id),
    "no-stream",
    newEvents(api.ledger, api.origin, [
      { type: "TemplateCreated", data: { ...names, ...body(1) } },
      ...upTo(399).map((at) => ({ type: "TemplateRevised", data: body(at + 2) }))
    ])
  );
  let most = 0;
  const { readStream } = api.ledger.store;
  Object.assign(api.ledger.store, {
    readStream: async (...asked) => {
      const events = await readStream(...asked);
      most = Math.max(most, events.length);
      return events;
    }
  });
  const { body: whole } = await api.call("GET", `/v1/templates/${id}`);
  assert.equal([whole.revision, whole.subject], [400, "s400"]);
  assert.equal(
    listOf(whole.revisions).map(({ revision }) => Number(revision)),
    upTo(400).map((at) => at + 1)
  );
  assert.ok(most <= 100, `${most} events at once`);
  assert.is((await api.call("GET", `/v1/templates/${idOf(1)}`)).status, 404);
});
test("audiences and campaigns come whole, newest first", async ({ api }) => {
  const { models, workspace } = api;
  const count = 1101;
  const key = (at) => ({
    key: idOf(at),
    position: positionAt(BigInt("9".repeat(20)) - BigInt(at) - 1n)
  });
  const common = (at) => ({ workspace, name: `n${at}`, createdAt: atMs(at) });
  const audience = { description: null, contactCount: 0, added: 0, listedIn: workspace };
  await models.audiences.writeMany(
    upTo(count).map((at) => ({ ...key(at), document: { ...common(at), ...audience } }))
  );
  const campaign = {
    ...{ runId: idOf(1), audienceId: idOf(1), templateId: idOf(1), templateRevision: 1, from: "a@b.co" },
    ...{ fromName: null, trackOpens: true, trackClicks: true, scheduledFor: null },
    ...{ status: "completed", accepted: 1, skipped: 0 }
  };
  await models.campaigns.writeMany(
    upTo(count).map((at) => ({ ...key(at), document: { ...common(at), ...campaign } }))
  );
  for (const path of ["/v1/audiences", "/v1/campaigns"]) {
    const { body } = await api.call("GET", path);
    assert.equal(
      listOf(body.data).map(({ name }) => String(name)),
      upTo(count).map((at) => `n${at}`).reverse(),
      path
    );
  }
});
test.run();
//# sourceMappingURL=longLists.test.js.map
