// test/faults/orders.ts
var SANDBOX = ["transactional", "bounce", "click", "unsubscribe", "complaint"];
function shopOrder(n) {
  const to = n % 3 === 0 ? `${SANDBOX[n / 3 % SANDBOX.length]}+${n}@example.com` : `person${n}@receiver.test`;
  const content = Buffer.from(`attachment of order ${n}`).toString("base64");
  return {
    key: `order-${n}`,
    body: {
      from: "Shop <shop@sender.test>",
      to: n % 5 === 0 ? [to, `second${n}@receiver.test`] : to,
      subject: `Order ${n}`,
      text: `Thank you for order ${n}.`,
      ...n % 4 === 0 && { attachments: [{ filename: "order.txt", type: "text/plain", content }] }
    }
  };
}
function expectedOutcome({ address, sandbox }) {
  if (!sandbox) return "Submitted";
  switch (address.split("+")[0]) {
    case "bounce":
      return "Bounced";
    case "click":
      return "Clicked";
    case "unsubscribe":
      return "Unsubscribed";
    case "complaint":
      return "Complained";
    default:
      return "Delivered";
  }
}
export {
  expectedOutcome,
  shopOrder
};
//# sourceMappingURL=orders.js.map
