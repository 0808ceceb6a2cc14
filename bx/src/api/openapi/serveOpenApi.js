// src/api/openapi/serveOpenApi.ts
import { gzipSync } from "node:zlib";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { documentedRoute } from "./documentedRoute.js";
import { olderDocument } from "./olderDocument.js";
import { portableDocument } from "./portableDocument.js";
import { prose } from "./prose.js";
async function describeRoutes(app, { baseUrl, sandboxDomain }) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Postledger",
        version: "1.0.0",
        description: prose(sandboxDomain),
        contact: { name: "Postledger", url: baseUrl },
        license: { name: "MIT", url: "https://opensource.org/license/mit" }
      },
      servers: [{ url: baseUrl }],
      tags: TAGS,
      components: {
        securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key, `pl_\u2026`." } }
      }
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: documentedRoute(url, schema ?? {}, route.config ?? {})
    }),
    transformObject: (document) => portableDocument("openapiObject" in document ? document.openapiObject : {})
  });
}
async function describeRoutesOf(other, app) {
  const document = other.swagger();
  await app.register(swagger, { mode: "static", specification: { document } });
}
async function serveOpenApi(app) {
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    uiConfig: { layout: "BaseLayout", persistAuthorization: false }
  });
  serveBytes(app, "/openapi.json", () => app.swagger());
  serveBytes(app, "/openapi-3.0.json", () => olderDocument(app.swagger()));
}
var TAGS = [
  { name: "Email", description: "Sending mail." },
  { name: "SMS", description: "Sending and reading text messages." },
  { name: "Templates", description: "Texts with variables, and their revisions." },
  { name: "Contacts", description: "People who may be written to." },
  { name: "Audiences", description: "Sets of contacts." },
  { name: "Campaigns", description: "A template sent to an audience." },
  { name: "Webhooks", description: "Endpoints to which events are posted." },
  { name: "Analytics", description: "Figures by day." },
  {
    name: "Compatibility",
    description: "Other providers' request shapes: their clients need another base URL and key."
  },
  { name: "Events", description: "What is posted to webhook endpoints." },
  { name: "Operations", description: "For load balancers and monitors." }
];
function serveBytes(app, path, document) {
  let made = null;
  const schema = { hide: true };
  app.get(path, { config: { public: true }, schema }, async (request, reply) => {
    if (made === null) {
      const plain = Buffer.from(JSON.stringify(document()));
      made = { plain, compressed: gzipSync(plain) };
    }
    reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers["accept-encoding"] ?? "");
    return takesGzip ? reply.header("content-encoding", "gzip").send(made.compressed) : reply.send(made.plain);
  });
}
export {
  describeRoutes,
  describeRoutesOf,
  serveOpenApi
};
//# sourceMappingURL=serveOpenApi.js.map
