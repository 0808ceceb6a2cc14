// test/api/unreadAnswers.test.ts
import { connect } from "node:net";
import { suite } from "./../house/runner/namedSuite.js";
import * as assert from "uvu/assert";
import { positionAt } from "../../src/adapters/position.js";
import { newEvents } from "../../src/commands/kernel/ledger.js";
import { openWorkspace } from "../../src/commands/workspace/openWorkspace.js";
import { SCOPES } from "../../src/commands/workspace/scopes.js";
import { contact } from "../../src/events/contact.js";
import { apiFixture, listOf } from "../support/apiFixture.js";
import { listen } from "../support/socketApi.js";
var test = suite("answers that no one reads");
test.before.each(async (state) => {
  state.api = await apiFixture();
});
test.after.each(({ api }) => api.close());
var CONTACTS = 500;
var FIELDS_BYTES = 6e4;
async function manyContacts({ models, workspace }) {
  const inline = JSON.stringify({ a: "x".repeat(FIELDS_BYTES) });
  const known = { firstName: null, lastName: null, phone: null, subscribed: true, tags: [] };
  const at = "2026-01-01T00:00:00.000Z";
  await models.contacts.writeMany(
    Array.from({ length: CONTACTS }, (_, n) => {
      const position = positionAt(n + 1);
      const own = { workspace, email: `c${n}@b.co`, createdAt: at, updatedAt: at, insertedAt: position };
      const document = { ...known, ...own, customFields: { inline } };
      return { key: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`, position, document };
    })
  );
  const { contacts } = models;
  const seen = { most: 0, read: 0 };
  Object.assign(models, {
    contacts: {
      ...contacts,
      page: async (query) => {
        const found = await contacts.page(query);
        seen.most = Math.max(seen.most, found.length);
        seen.read += found.length;
        return found;
      }
    }
  });
  return seen;
}
function unread(port, key) {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {
  });
  socket.write(
    `GET /v1/contacts?limit=500 HTTP/1.1\r
Host: a\r
Authorization: Bearer ${key}\r
Connection: close\r
\r
`
  );
  return socket;
}
async function until(what, holds) {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 3e3) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
test("a page is read as its reader takes it, and memory holds little of it", async ({ api }) => {
  const seen = await manyContacts(api);
  const port = await listen(api);
  const { body } = await api.call("GET", "/v1/contacts?limit=500");
  assert.is(listOf(body.data).length, CONTACTS);
  assert.is(body.next_cursor, null);
  assert.ok(seen.most <= 21, `${seen.most} contacts at once`);
  seen.read = 0;
  const socket = unread(port, api.key);
  await until("it waits for its reader", () => api.app.answers.inUse() > 0);
  let before = -1;
  await until("reading stands still", () => {
    const same = seen.read === before;
    before = seen.read;
    return same;
  });
  assert.ok(seen.read < CONTACTS / 2, `${seen.read} contacts were read for no one`);
  socket.destroy();
  await until("it is over", () => api.app.answers.lists.inUse() === 0);
  assert.is(api.app.answers.inUse(), 0);
});
test("of one workspace eight lists are read at a time; the next has 503 in five seconds; others have theirs", async ({
  api
}) => {
  await manyContacts(api);
  const port = await listen(api);
  const sockets = Array.from({ length: 8 }, () => unread(port, api.key));
  await until("eight wait", () => api.app.answers.lists.inUse() === 8);
  const ninth = api.call("GET", "/v1/contacts");
  const { id: workspace } = await openWorkspace(api.ledger, api.origin, "other");
  const key = await api.keyWith(SCOPES, { workspace });
  assert.is((await api.call("GET", "/v1/contacts", { key })).status, 200);
  await api.clock.advance(5e3);
  const refused = await ninth;
  assert.equal([refused.status, refused.headers["retry-after"]], [503, "2"]);
  for (const socket of sockets) socket.destroy();
});
test("a caller who leaves while it waits holds no turn after that", async ({ api }) => {
  await manyContacts(api);
  const port = await listen(api);
  const sockets = Array.from({ length: 8 }, () => unread(port, api.key));
  await until("eight wait", () => api.app.answers.lists.inUse() === 8);
  const asked = new Promise((resolve) => api.app.server.once("request", resolve));
  const ninth = unread(port, api.key);
  await asked;
  await new Promise((resolve) => setTimeout(resolve, 50));
  ninth.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const socket of sockets) socket.destroy();
  await until("all turns are given back", () => api.app.answers.lists.inUse() === 0);
});
test("a reader without progress is cut off as an idle connection is", async ({ api }) => {
  await manyContacts(api);
  const port = await listen(api);
  assert.is(api.app.server.timeout, 6e4);
  api.app.server.setTimeout(500);
  const socket = unread(port, api.key);
  await until("it waits for its reader", () => api.app.answers.lists.inUse() > 0);
  await until("it is cut off", () => api.app.answers.lists.inUse() === 0);
  socket.destroy();
});
test("larger custom fields that are stored stay readable", async ({ api }) => {
  const custom_fields = { a: "x".repeat(3e6) };
  const blob = await api.blobs.put(Buffer.from(JSON.stringify(custom_fields)));
  const data = { email: "a@b.co", customFields: { blob } };
  await api.ledger.store.append(
    contact.stream("00000000-0000-4000-8000-000000000001"),
    "no-stream",
    newEvents(api.ledger, api.origin, [{ type: "ContactSaved", data }])
  );
  await api.project();
  const { body } = await api.call("GET", "/v1/contacts");
  assert.equal(listOf(body.data)[0]?.custom_fields, custom_fields);
});
test.run();
//# sourceMappingURL=unreadAnswers.test.js.map
