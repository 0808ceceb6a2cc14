// src/api/emails/mediaType.ts
var TYPES = {
  pdf: "application/pdf",
  zip: "application/zip",
  gz: "application/gzip",
  json: "application/json",
  xml: "application/xml",
  rtf: "application/rtf",
  p7s: "application/pkcs7-signature",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  htm: "text/html",
  ics: "text/calendar",
  vcf: "text/vcard",
  css: "text/css",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  heic: "image/heic",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  mp4: "video/mp4",
  mov: "video/quicktime"
};
function mediaTypeOf(filename, given) {
  if (given?.includes("/")) return given;
  return given && typeOfEnd(given) || typeOfEnd(filename) || given || "application/octet-stream";
}
function typeOfEnd(name) {
  const end = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(TYPES, end) ? TYPES[end] : void 0;
}
export {
  mediaTypeOf
};
//# sourceMappingURL=mediaType.js.map
