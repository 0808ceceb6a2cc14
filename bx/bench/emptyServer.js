// bench/emptyServer.ts
import { fastify } from "fastify";
import { Compile } from "../packages/typebox/compile.js";
import { emailSchema } from "../src/api/emails/emailSchema.js";
var compiled = Compile(emailSchema({ subjectMin: 0 }));
var RECEIPT = {
  id: "7bab6676-962a-502d-a5a2-00d8c16dd793",
  from: "hello@example.org",
  to: ["person@example.com"],
  subject: "Hello",
  created_at: "2026-01-01T00:00:00.000Z",
  scheduled_for: null,
  suppressed_recipients: [],
  status: "queued",
  credits_consumed: 1
};
var app = fastify({ logger: false });
app.setValidatorCompiler(() => (value) => compiled.Check(value) || { error: new Error("invalid") });
app.setSerializerCompiler(() => (value) => JSON.stringify(value));
app.post(
  "/v1/emails",
  { schema: { body: emailSchema({ subjectMin: 0 }) } },
  async (_request, reply) => reply.code(202).send(RECEIPT)
);
console.log(`listening on ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", () => app.close().then(() => process.exit(0)));
//# sourceMappingURL=emptyServer.js.map
