// test/support/emailKinds.ts
var EMAIL_KINDS = {
  Submitted: "submitted",
  Delivered: "delivered",
  DeliveryDelayed: "delivery_delayed",
  Bounced: "bounced",
  Complained: "complained",
  Rejected: "rejected",
  RenderingFailed: "rendering_failed",
  Opened: "opened",
  Clicked: "clicked",
  Unsubscribed: "unsubscribed"
};
export {
  EMAIL_KINDS
};
//# sourceMappingURL=emailKinds.js.map
