// src/ports/mailSubmission.ts
var SubmissionRefused = class extends Error {
  name = "SubmissionRefused";
  code;
  constructor(code, text) {
    super(text);
    this.code = code;
  }
};
export {
  SubmissionRefused
};
//# sourceMappingURL=mailSubmission.js.map
