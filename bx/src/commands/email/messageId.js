// src/commands/email/messageId.ts
var MESSAGE_ID = /^<[!-;=?A-~]{1,400}@[!-;=?A-~]{1,400}>$/;
function isMessageId(text) {
  return MESSAGE_ID.test(text);
}
export {
  isMessageId
};
//# sourceMappingURL=messageId.js.map
