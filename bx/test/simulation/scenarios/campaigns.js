// test/simulation/scenarios/campaigns.ts
import { client, MINUTE_MS, SECOND_MS, scenarioPlan, times } from "./scenario.js";
var shop = client("shop", ["healthy.test"]);
var CONTACTS = 40;
var KILLS = 4;
var call = (atMs, key, method, path, body) => ({
  ...{ of: "client", do: "call", client: "shop", atMs, key, method, path, body }
});
var campaign = (atMs, key) => call(atMs, key, "POST", "/v1/campaigns", {
  ...{ name: key, audience_id: "{all.id}", template_id: "{letter.id}", from: "news@shop.test" }
});
var contacts = times(CONTACTS, (at) => `contact-${at + 1}`);
var campaigns = {
  name: "campaigns in a crash loop, whose template and contacts change",
  issue: 21,
  ingredients: [],
  plan: scenarioPlan({
    lastsMs: 2 * MINUTE_MS,
    calmMs: 15 * MINUTE_MS,
    clients: [shop],
    receivers: [{ host: "healthy.test", behaviour: "fast" }],
    plannedEvents: [
      call(2 * SECOND_MS, "letter", "POST", "/v1/templates", {
        ...{
          friendly_name: "letter",
          name: "Letter",
          subject: "News",
          html: "<p>Dear {{ email }}</p>"
        }
      }),
      ...contacts.map(
        (key, at) => call(2 * SECOND_MS + at * 50, key, "POST", "/v1/contacts", { email: `${key}@mail.test` })
      ),
      {
        ...{ of: "client", do: "suppress", client: "shop" },
        atMs: 8 * SECOND_MS,
        address: "contact-3@mail.test"
      },
      call(9 * SECOND_MS, "leaves", "POST", "/v1/contacts", {
        email: "contact-7@mail.test",
        subscribed: false
      }),
      call(10 * SECOND_MS, "all", "POST", "/v1/audiences", {
        ...{ name: "All", contact_ids: contacts.map((key) => `{${key}.id}`) }
      }),
      campaign(20 * SECOND_MS, "first"),
      call(21 * SECOND_MS, "revised", "PATCH", "/v1/templates/{letter.id}", { subject: "Other news" }),
      campaign(40 * SECOND_MS, "second"),
      call(41 * SECOND_MS, "deleted", "DELETE", "/v1/templates/{letter.id}", null),
      ...times(KILLS, (at) => ({
        ...{ of: "process", do: "kill", process: "process 1", upon: "append", againAfterMs: 500 },
        atMs: 20 * SECOND_MS + 50 + at * 6 * SECOND_MS
      }))
    ]
  }),
  rule: {
    name: "both campaigns are written and accepted for all contacts but the suppressed and the unsubscribed one",
    check({ events }) {
      const counts = events.flatMap(({ type, data }) => {
        const { accepted, skipped } = data;
        return type === "CampaignRunCompleted" ? [`${accepted} and ${skipped}`] : [];
      });
      const wanted = `${CONTACTS - 2} and 2`;
      const unwritten = events.filter(({ type }) => type === "RenderingFailed").length;
      if (counts.length >= 2 && counts.every((one) => one === wanted) && unwritten === 0) return [];
      return [
        {
          rule: this.name,
          what: `counted: ${counts.join(", ")}; ${unwritten} not written`,
          atMs: null,
          about: []
        }
      ];
    }
  }
};
export {
  campaigns
};
//# sourceMappingURL=campaigns.js.map
