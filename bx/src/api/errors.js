// src/api/errors.ts
import { Refusal } from "../commands/kernel/refusal.js";
import { BlobsUnavailable } from "../ports/blobs.js";
import { DocumentsUnavailable } from "../ports/documents.js";
import { AppendTooLarge, EventStoreUnavailable } from "../ports/eventStore.js";
import { RendererBusy } from "../ports/renderer.js";
var errorCodes = {
  bad_request: [400, "The request could not be read."],
  invalid_idempotency_key: [400, "Idempotency-Key is missing, empty or longer than 255 characters."],
  unauthorized: [401, "The API key is missing, malformed, expired or revoked."],
  forbidden: [403, "The API key lacks the scope that this operation needs."],
  not_found: [404, "There is no such resource."],
  method_not_allowed: [405, "This path does not know the method."],
  request_timeout: [408, "The request did not arrive in time."],
  payload_too_large: [413, "The request body is too large."],
  uri_too_long: [414, "The address of the request is too long."],
  unsupported_media_type: [415, "The body must be sent as application/json."],
  validation_failed: [422, "The request is not valid."],
  headers_too_large: [431, "The request headers are too large."],
  internal_error: [500, "Something went wrong on our side."],
  unavailable: [503, "The service cannot take this request at present; try again."]
};
var ApiError = class extends Error {
  name = "ApiError";
  failure;
  constructor(code, message, headers) {
    const failure = failureFor(code, message);
    super(failure.message);
    this.failure = headers === void 0 ? failure : { ...failure, headers };
  }
};
function failureFor(code, message = errorCodes[code][1]) {
  return { status: errorCodes[code][0], code, message };
}
var RETRY_AFTER_SECONDS = 2;
var unavailable = (message) => new ApiError("unavailable", message, { "retry-after": String(RETRY_AFTER_SECONDS) });
var TEMPORARY = [EventStoreUnavailable, DocumentsUnavailable, BlobsUnavailable, RendererBusy];
function failureOf(error) {
  if (error instanceof ApiError) return error.failure;
  if (error instanceof Refusal) {
    return error.kind === "notFound" ? failureFor("not_found", error.issues[0]?.message) : { ...failureFor("validation_failed"), issues: error.issues };
  }
  if (TEMPORARY.some((kind) => error instanceof kind)) return unavailable().failure;
  if (error instanceof AppendTooLarge) {
    const issues = [{ path: "", message: "is too large to be stored as one event" }];
    return { ...failureFor("validation_failed"), issues };
  }
  return failureOfStatus(error?.statusCode);
}
function failureOfStatus(status) {
  for (const [code, [known]] of Object.entries(errorCodes)) {
    if (known === status && status !== 500 && code !== "invalid_idempotency_key")
      return failureFor(code);
  }
  const isClientFault = typeof status === "number" && status >= 400 && status < 500;
  return isClientFault ? failureFor("bad_request") : failureFor("internal_error");
}
export {
  ApiError,
  errorCodes,
  failureFor,
  failureOf,
  unavailable
};
//# sourceMappingURL=errors.js.map
