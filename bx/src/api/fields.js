// src/api/fields.ts
import { Type } from "../../packages/typebox.js";
import { EMAIL_ADDRESS_MAX, EMAIL_ADDRESS_PATTERN } from "../commands/email/emailAddress.js";
import { GIVEN_UUID_PATTERN, ONE_LINE_PATTERN } from "../events/fieldPatterns.js";
var uuid = () => Type.String({ format: "uuid" });
var uuidField = (description = "") => Type.String({
  format: "uuid",
  pattern: GIVEN_UUID_PATTERN,
  mustBe: "a uuid",
  ...description && { description }
});
var emailField = (options = {}) => Type.String({
  maxLength: EMAIL_ADDRESS_MAX,
  pattern: EMAIL_ADDRESS_PATTERN,
  mustBe: "an email address",
  examples: ["ann@customer.test"],
  ...options
});
var headerText = (options) => Type.String({
  pattern: ONE_LINE_PATTERN,
  mustBe: "free of line breaks and other control characters",
  ...options
});
var freeForm = (options = {}) => Type.Record(Type.String(), Type.Unknown(), options);
var orNull = (schema) => Type.Union([schema, Type.Null()]);
var pageFields = (limit) => ({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limit.max, default: limit.default })),
  cursor: Type.Optional(Type.String({ description: "The next_cursor of the previous page." }))
});
var nextCursor = () => orNull(Type.String({ examples: ["WyIyMDI2LTAzLTAxIl0"] }));
var instantAnswer = () => Type.String({ format: "date-time", examples: ["2026-03-01T09:00:00.000Z"] });
var idParams = () => Type.Object({ id: uuid() }, { additionalProperties: false });
var Answer = (title, properties, description) => Type.Object(properties, { additionalProperties: false, title, description });
var acceptedId = () => Answer("AcceptedEmail", { id: uuid() }, "An accepted email.");
export {
  Answer,
  acceptedId,
  emailField,
  freeForm,
  headerText,
  idParams,
  instantAnswer,
  nextCursor,
  orNull,
  pageFields,
  uuid,
  uuidField
};
//# sourceMappingURL=fields.js.map
