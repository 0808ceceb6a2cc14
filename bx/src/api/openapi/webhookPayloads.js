// src/api/openapi/webhookPayloads.ts
var id = { type: "string", format: "uuid" };
var text = (description) => ({ type: "string", description });
var EMAIL = {
  email_id: { ...id, description: "The id of the receipt." },
  delivery_id: { ...id, description: "The message to this recipient." },
  recipient: text("The address.")
};
var BOUNCE = {
  bounce_type: {
    type: "string",
    enum: ["Permanent", "Transient"],
    description: "Permanent: the address is suppressed."
  },
  bounce_sub_type: text("Why, more exactly.")
};
var DIAGNOSTIC = { diagnostic_code: text("What the server or the carrier said, where it said something.") };
var SMS = {
  sms_id: { ...id, description: "The id of the receipt." },
  from: text("The sender."),
  to: text("The recipient.")
};
var KINDS = {
  submitted: { meaning: "The message was handed to the sending infrastructure.", data: EMAIL },
  delivered: { meaning: "The recipient's server took the message.", data: EMAIL },
  delivery_delayed: { meaning: "The message was deferred and is tried again.", data: EMAIL },
  bounced: {
    meaning: "The recipient's server refused the message.",
    data: { ...EMAIL, ...BOUNCE },
    optional: DIAGNOSTIC
  },
  complained: { meaning: "The recipient reported the message as spam, and is suppressed.", data: EMAIL },
  rejected: { meaning: "The service refused to send the message.", data: EMAIL },
  rendering_failed: { meaning: "The template could not be rendered with these variables.", data: EMAIL },
  opened: { meaning: "The message was opened.", data: EMAIL },
  clicked: {
    meaning: "A tracked link was followed.",
    data: { ...EMAIL, url: text("Where the link leads.") }
  },
  unsubscribed: { meaning: "The recipient unsubscribed, and is suppressed.", data: EMAIL },
  "sms.sent": { meaning: "The message was handed to the carrier.", data: SMS },
  "sms.delivered": { meaning: "The carrier confirmed the delivery.", data: SMS },
  "sms.failed": { meaning: "The carrier refused the message or gave up.", data: SMS, optional: DIAGNOSTIC },
  "sms.received": {
    meaning: "A message arrived on one of your numbers.",
    data: { ...SMS, body: text("The text.") }
  }
};
function webhookPayloads() {
  return Object.entries(KINDS).map(([kind, { meaning, data, optional = {} }]) => ({
    kind,
    summary: meaning,
    schema: {
      type: "object",
      title: `${kind.replace(/(?:^|[._])(\w)/g, (_, letter) => letter.toUpperCase())}Event`,
      description: meaning,
      required: ["id", "type", "created_at", "data"],
      properties: {
        id: { ...id, description: "The same at each attempt: take each event once." },
        type: {
          type: "string",
          enum: kind.startsWith("sms.") ? [kind] : [kind, `email.${kind}`],
          description: "The kind of event."
        },
        created_at: { type: "string", format: "date-time", description: "When it happened." },
        data: {
          type: "object",
          description: "What happened.",
          required: Object.keys(data),
          properties: { ...data, ...optional }
        }
      }
    }
  }));
}
export {
  webhookPayloads
};
//# sourceMappingURL=webhookPayloads.js.map
