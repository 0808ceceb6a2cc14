// src/cli/cli.ts
var EXIT_CODES = { failed: 1, usage: 2, not_found: 3, unavailable: 4, findings: 5 };
var CliError = class extends Error {
  name = "CliError";
  code;
  constructor(message, code = "failed") {
    super(message);
    this.code = code;
  }
};
export {
  CliError,
  EXIT_CODES
};
//# sourceMappingURL=cli.js.map
