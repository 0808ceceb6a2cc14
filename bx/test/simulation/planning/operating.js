// test/simulation/planning/operating.ts
var HOUR_MS = 36e5;
var MINUTE_MS = 6e4;
var EVERY_HOURS = { suppress: 1, redeliver: 2, endpoint: 1, campaign: 1, refused: 1 };
var CONTACTS = 3;
function operating(chance, { clients, lastsMs }) {
  const [first, ...others] = clients;
  if (first === void 0) return [];
  const each = (everyHours, act) => {
    const count = Math.ceil(lastsMs / HOUR_MS / everyHours);
    return Array.from(
      { length: count },
      (_, at) => act(chance.between(0.05, 0.95) * lastsMs, chance.of([first, ...others]), `${at + 1}`)
    ).flat();
  };
  const soon = () => chance.whole(1e3, 20 * MINUTE_MS);
  return [
    ...each(EVERY_HOURS.suppress, (atMs, { name: client }) => {
      const address = `reader${chance.whole(1, 400)}@mail1.test`;
      return [
        { of: "client", do: "suppress", client, atMs, address },
        { of: "client", do: "lift", client, atMs: atMs + soon(), address }
      ];
    }),
    ...each(
      EVERY_HOURS.redeliver,
      (atMs, { name: client, endpoints: [endpoint] }) => endpoint === void 0 ? [] : [
        {
          ...{ of: "client", do: "redeliver", client, atMs },
          url: endpoint.url,
          sinceMs: Math.max(0, atMs - 10 * MINUTE_MS)
        }
      ]
    ),
    ...each(EVERY_HOURS.endpoint, (atMs, { name: client, endpoints: [endpoint] }) => {
      if (endpoint === void 0) return [];
      const of = { of: "client", do: "change endpoint", client, url: endpoint.url };
      const offAtMs = atMs + soon();
      return [
        { ...of, atMs, changes: { events: ["delivered", "bounced"] } },
        { ...of, atMs: offAtMs, changes: { status: "DISABLED" } },
        { ...of, atMs: offAtMs + soon(), changes: { status: "ACTIVE", events: ["*"] } }
      ];
    }),
    ...each(EVERY_HOURS.campaign, (atMs, client, name) => [
      ...campaign(client.name, atMs, name),
      ...chance.is(0.5) ? [busyRenderer(atMs + 2 * MINUTE_MS)] : []
    ]),
    ...each(EVERY_HOURS.refused, (atMs, { name: client }, name) => [
      call(client, atMs, `refused-${name}`, "POST", "/v1/emails", { from: "no address", to: [] }),
      call(client, atMs + 100, `unknown-${name}`, "GET", "/v1/emails/unknown", null)
    ])
  ];
}
function call(client, atMs, key, method, path, body) {
  return { of: "client", do: "call", client, atMs, key, method, path, body };
}
var busyRenderer = (atMs) => ({
  ...{ of: "outside", do: "renderer busy", atMs, lastsMs: 3 * MINUTE_MS, who: null }
});
function campaign(client, atMs, name) {
  const contacts = Array.from({ length: CONTACTS }, (_, at) => `contact-${name}-${at + 1}`);
  const own = (afterMs, key, method, path, body) => call(client, atMs + afterMs, `${key}-${name}`, method, path, body);
  return [
    own(0, "letter", "POST", "/v1/templates", {
      ...{ friendly_name: `letter-${name}`, name: "Letter", subject: "News" },
      html: "<p>Dear {{ email }}</p>"
    }),
    ...contacts.map(
      (key, at) => call(client, atMs + at * 50, key, "POST", "/v1/contacts", { email: `${key}@mail1.test` })
    ),
    own(MINUTE_MS, "all", "POST", "/v1/audiences", {
      ...{ name: `All ${name}`, contact_ids: contacts.map((key) => `{${key}.id}`) }
    }),
    own(2 * MINUTE_MS, "campaign", "POST", "/v1/campaigns", {
      ...{ name: `campaign-${name}`, audience_id: `{all-${name}.id}`, template_id: `{letter-${name}.id}` },
      from: `news@${client.replaceAll(" ", "-")}.test`
    }),
    own(2 * MINUTE_MS + 500, "revised", "PATCH", `/v1/templates/{letter-${name}.id}`, {
      subject: "Other news"
    }),
    own(4 * MINUTE_MS, "deleted", "DELETE", `/v1/templates/{letter-${name}.id}`, null)
  ];
}
export {
  operating
};
//# sourceMappingURL=operating.js.map
