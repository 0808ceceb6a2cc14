// src/events/fieldPatterns.ts
var UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
var GIVEN_UUID_PATTERN = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";
var E164_PATTERN = "^\\+[1-9]\\d{1,14}$";
var INSTANT_PATTERN = "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$";
var DAY_PATTERN = "^\\d{4}-\\d\\d-\\d\\d$";
var CONTROL_CHARACTERS = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";
var ONE_LINE_PATTERN = `^[^${CONTROL_CHARACTERS}]*$`;
var givenUuid = new RegExp(GIVEN_UUID_PATTERN);
var e164 = new RegExp(E164_PATTERN);
var control = new RegExp(`[${CONTROL_CHARACTERS}]`);
var controls = new RegExp(`[${CONTROL_CHARACTERS}]+`, "g");
function isUuid(text) {
  return givenUuid.test(text);
}
function isPhoneNumber(text) {
  return e164.test(text);
}
function hasControlCharacter(text) {
  return control.test(text);
}
function inOneLine(text) {
  return text.replace(controls, " ").trim();
}
function beginningOf(text, most) {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most);
}
function dayOf(instant) {
  return instant.slice(0, 10);
}
export {
  DAY_PATTERN,
  E164_PATTERN,
  GIVEN_UUID_PATTERN,
  INSTANT_PATTERN,
  ONE_LINE_PATTERN,
  UUID_PATTERN,
  beginningOf,
  dayOf,
  hasControlCharacter,
  inOneLine,
  isPhoneNumber,
  isUuid
};
//# sourceMappingURL=fieldPatterns.js.map
