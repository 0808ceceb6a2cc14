// demo/messages.ts
var demoMessages = [
  { name: "live", to: "ann@customer.test", kinds: ["submitted"] },
  { name: "bounce", to: "bounce@example.com", kinds: ["email.submitted", "email.bounced"] },
  { name: "transient", to: "transient@example.com", kinds: ["email.submitted", "email.bounced"] },
  { name: "ooto", to: "ooto@example.com", kinds: ["email.submitted", "email.bounced"] },
  { name: "click", to: "click@example.com", kinds: ["email.submitted", "email.delivered", "email.clicked"] },
  {
    name: "complaint",
    to: "complaint@example.com",
    kinds: ["email.submitted", "email.delivered", "email.complained"]
  },
  {
    name: "unsubscribe",
    to: "unsubscribe@example.com",
    kinds: ["email.submitted", "email.delivered", "email.unsubscribed"]
  },
  { name: "transactional", to: "transactional@example.com", kinds: ["email.submitted", "email.delivered"] }
];
export {
  demoMessages
};
//# sourceMappingURL=messages.js.map
