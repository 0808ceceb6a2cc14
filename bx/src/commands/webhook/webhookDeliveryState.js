// src/commands/webhook/webhookDeliveryState.ts
function evolveDelivery(state, event) {
  if (event.type === "WebhookDeliveryScheduled") {
    const { endpointId, eventId, kind, body } = event.data;
    return { endpointId, eventId, kind, body, status: "pending", failedAttempts: 0 };
  }
  if (state === null) return null;
  switch (event.type) {
    case "WebhookAttemptFailed":
      return { ...state, failedAttempts: event.data.attempt };
    case "WebhookDelivered":
      return { ...state, status: "delivered" };
    case "WebhookDeliveryDied":
      return { ...state, status: "dead" };
    case "WebhookDeliveryRequeued":
      return { ...state, status: "pending", failedAttempts: 0 };
  }
}
export {
  evolveDelivery
};
//# sourceMappingURL=webhookDeliveryState.js.map
