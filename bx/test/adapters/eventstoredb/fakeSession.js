// test/adapters/eventstoredb/fakeSession.ts
import { readMessage } from "../../double/messages.js";
function sessionWith(answer) {
  const read = (request, requiresLeader) => {
    const options = request.getOptions();
    const from = options?.getAll()?.getPosition()?.getCommitPosition();
    const asked = {
      isSubscription: options?.hasSubscription() === true,
      requiresLeader: requiresLeader === true,
      from: from === void 0 ? void 0 : Number(from),
      maxCount: Number(options?.getCount())
    };
    return Object.assign(answer(asked), { cancel: () => {
    } });
  };
  const internals = {
    GRPCStreamCreator: (_service, _name, creator) => async () => creator({ read }),
    callArguments: ({ requiresLeader }) => [requiresLeader]
  };
  return { generation: 0, internals, replaced: /* @__PURE__ */ new Set(), lastAnswerAtMs: 0 };
}
function noted(n, data = {}) {
  const record = {
    ...{ id: String(n), type: "Noted", contentType: "application/json", stream: "s", revision: n },
    ...{ position: n, createdMs: 0, data: Buffer.from(JSON.stringify(data)), metadata: Buffer.from("{}") }
  };
  return readMessage(record);
}
export {
  noted,
  sessionWith
};
//# sourceMappingURL=fakeSession.js.map
