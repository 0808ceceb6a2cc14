// src/adapters/node/pinoLog.ts
import pino from "pino";
import { prettyFactory } from "pino-pretty";
function pinoLog(level, origin, destination = defaultDestination()) {
  const logger = pino(
    {
      level,
      base: origin,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Errors are made plain by `redact`; pino's own serializer would print all their fields.
      serializers: { err: (error) => error }
    },
    destination
  );
  const writer = (name) => (fields, message) => {
    if (logger.isLevelEnabled(name)) logger[name](redact(fields), redactText(message));
  };
  return { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
}
function defaultDestination() {
  const asWritten = process.stderr.isTTY ? prettyFactory({ ignore: "role,host,pid,version" }) : (line) => line;
  const opened = () => pino.destination({ dest: 2, sync: true }).on("error", () => {
    stream = opened();
  });
  let stream = opened();
  return { write: (line) => void stream.write(asWritten(line)) };
}
var REDACTED = "[redacted]";
var SECRET_NAMES = /^(authorization|proxyauthorization|cookie|setcookie|(\w*)(password|passwd|secret|secrets|token|credential|credentials|signature|privatekey|masterkey|apikey)|key|keys|pass|body|rawbody|payload|html|text|raw|headers|variables|sealed|envelope)$/;
var SECRET_TEXTS = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@]*@/gi, `$1${REDACTED}@`]
];
var MAX_DEPTH = 6;
var MAX_TEXT_CHARACTERS = 4e3;
function redact(value, depth = 0) {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return "[deeper]";
  if (value instanceof Error) return redactError(value, depth);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecretName(name) && field !== null && field !== void 0 ? REDACTED : redact(field, depth + 1)
    ])
  );
}
function redactText(text) {
  const bounded = text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}\u2026` : text;
  return SECRET_TEXTS.reduce((cleaned, [form, instead]) => cleaned.replace(form, instead), bounded);
}
function isSecretName(name) {
  return SECRET_NAMES.test(name.toLowerCase().replace(/[_-]/g, ""));
}
function redactError(error, depth) {
  const { code } = error;
  return {
    type: error.name,
    message: redactText(error.message),
    ...error.stack !== void 0 && { stack: redactText(error.stack) },
    ...(typeof code === "string" || typeof code === "number") && { code },
    ...error.cause !== void 0 && { cause: redact(error.cause, depth + 1) }
  };
}
export {
  REDACTED,
  pinoLog
};
//# sourceMappingURL=pinoLog.js.map
