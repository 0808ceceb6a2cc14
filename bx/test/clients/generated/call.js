// test/clients/generated/call.ts
var { url, key, to } = JSON.parse(process.argv[2] ?? "{}");
var email = {
  from: "Acme <hello@acme.test>",
  to,
  subject: "Hello",
  text: "It works.",
  message_stream: "transactional"
};
var answer = await fetch(`${url}/v1/emails`, {
  method: "POST",
  headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "idempotency-key": to },
  body: JSON.stringify(email)
});
var receipt = await answer.json();
console.log(receipt.id);
//# sourceMappingURL=call.js.map
