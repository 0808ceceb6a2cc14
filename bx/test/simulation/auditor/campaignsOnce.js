// test/simulation/auditor/campaignsOnce.ts
var campaignsOnce = {
  name: "a campaign reaches each contact once",
  check({ events, stream }) {
    const contacts = /* @__PURE__ */ new Map();
    for (const { type, data } of events) {
      if (type !== "EmailAccepted") continue;
      const { campaign, recipients } = data;
      if (campaign === null || recipients.length === 0) continue;
      contacts.set(campaign.runId, [...contacts.get(campaign.runId) ?? [], campaign.contactId]);
    }
    const completed = events.filter(({ type }) => type === "CampaignRunCompleted");
    return completed.flatMap((event) => {
      const { runId, accepted, skipped } = event.data;
      const created = stream(event.stream).map(({ data }) => data);
      const audience = contactsOf(stream(`audience-${created[0]?.audienceId}`));
      const own = contacts.get(runId) ?? [];
      const faults = [];
      if (new Set(own).size !== own.length) faults.push("has two messages for one contact");
      if (own.some((id) => !audience.has(id)))
        faults.push("has a message for a contact outside its audience");
      if (own.length !== accepted) faults.push(`counted ${accepted}, and has ${own.length} messages`);
      if (accepted + skipped !== audience.size)
        faults.push(`counted ${accepted + skipped} contacts, and its audience has ${audience.size}`);
      return faults.map((what) => ({
        ...{ rule: this.name, atMs: null, about: [event.stream, runId] },
        what: `the run ${runId} ${what}`
      }));
    });
  }
};
function contactsOf(events) {
  return new Set(
    events.flatMap(({ data }) => data.contactIds ?? [])
  );
}
export {
  campaignsOnce
};
//# sourceMappingURL=campaignsOnce.js.map
