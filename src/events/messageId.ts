/** RFC 5322, section 3.6.4, without comments and quoted parts; it fits into a line (section 2.1.1). */
const MESSAGE_ID = /^<[!-;=?A-~]{1,400}@[!-;=?A-~]{1,400}>$/;

/** Whether the text is a Message-ID with its angle brackets. */
export function isMessageId(text: string): boolean {
  return MESSAGE_ID.test(text);
}
