// test/simulation/auditor/suppressions.ts
var nameOf = (workspace, address) => `${workspace} ${address.toLowerCase()}`;
function suppressionsOf(events) {
  const changes = /* @__PURE__ */ new Map();
  for (const { type, data, metadata, position } of events) {
    const { recipient, address, deliveryId, bounceType, sandbox } = data;
    const name = nameOf(metadata.workspace, recipient ?? address ?? "");
    const own = changes.get(name) ?? [];
    const last = own.at(-1);
    const isLasting = last?.isSuppressed === true && last.undoneBy === null;
    const add = (isSuppressed, undoneBy = null) => void changes.set(name, [...own, { position, isSuppressed, undoneBy }]);
    if (type === "SuppressionAdded" || type === "Complained") add(true);
    else if (type === "Bounced" && bounceType === "Permanent") add(true);
    else if (type === "Unsubscribed" && sandbox !== true && !isLasting) add(true, deliveryId ?? null);
    else if (type === "SuppressionRemoved") add(false);
    else if (type === "Resubscribed" && last?.isSuppressed === true && last.undoneBy === deliveryId)
      add(false);
  }
  const before = (workspace, address, position) => (changes.get(nameOf(workspace, address)) ?? []).filter((one) => one.position < position);
  return {
    isSuppressed: (workspace, address, position) => before(workspace, address, position).at(-1)?.isSuppressed === true,
    everBefore: (workspace, address, position) => before(workspace, address, position).some(({ isSuppressed }) => isSuppressed)
  };
}
export {
  suppressionsOf
};
//# sourceMappingURL=suppressions.js.map
