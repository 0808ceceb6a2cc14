// tools/docs/picture.ts
import { rooms } from "./rooms.js";
var COLUMNS = {
  outsideLeft: { x: 20, width: 150 },
  entry: { x: 232, width: 130 },
  commands: { x: 420, width: 126 },
  log: { x: 616, width: 84 },
  followers: { x: 786, width: 154 },
  outsideRight: { x: 1006, width: 154 }
};
var TOP = 24;
var ROW_HEIGHT = 92;
var BOX_HEIGHT = 60;
var WIDTH = 1180;
var ROWS = 5;
var HEIGHT = TOP + (ROWS - 1) * ROW_HEIGHT + BOX_HEIGHT + TOP;
var boxes = [
  box("outsideLeft", [0, 1], "caller", ["HTTP, JSON"], "outside"),
  box("outsideLeft", [2, 2], "recipient", ["opens, unsubscribes"], "outside"),
  box("outsideLeft", [3, 3], "mail service", ["bounces, complaints"], "outside"),
  box("outsideLeft", [4, 4], "operator", ["postledger \u2026"], "outside"),
  box("entry", [0, 2], "api", ["keys, checks,", "status codes"], "room"),
  box("entry", [3, 3], "intake", ["matches reports"], "room"),
  box("entry", [4, 4], "cli", ["command line"], "room"),
  box("commands", [1, 4], "commands", ["load the stream,", "decide,", "append"], "room"),
  box("log", [1, 4], "log", ["every", "event,", "in order"], "store"),
  box("followers", [0, 0], "documents", ["read models"], "store"),
  box("followers", [1, 1], "projections", ["fold events"], "room"),
  box("followers", [2, 2], "dispatcher", ["fan-out"], "room"),
  box("followers", [3, 3], "dispatcher", ["posts, retries"], "room"),
  box("followers", [4, 4], "sender", ["claims, sends, retries"], "room"),
  box("outsideRight", [3, 3], "customer", ["signed webhooks"], "outside"),
  box("outsideRight", [4, 4], "relay, carrier", ["SMTP, SMPP"], "outside")
];
var arrows = [
  { from: ["outsideLeft", "right"], to: ["entry", "left"], rows: [1, 1], label: "send" },
  { from: ["entry", "left"], to: ["outsideLeft", "right"], rows: [0, 0], label: "answer" },
  { from: ["outsideLeft", "right"], to: ["entry", "left"], rows: [2, 2], label: "links" },
  { from: ["outsideLeft", "right"], to: ["entry", "left"], rows: [3, 3] },
  { from: ["outsideLeft", "right"], to: ["entry", "left"], rows: [4, 4] },
  { from: ["entry", "right"], to: ["commands", "left"], rows: [1, 1] },
  { from: ["entry", "right"], to: ["commands", "left"], rows: [2, 2] },
  { from: ["entry", "right"], to: ["commands", "left"], rows: [3, 3] },
  { from: ["entry", "right"], to: ["commands", "left"], rows: [4, 4] },
  { from: ["commands", "right"], to: ["log", "left"], rows: [2, 2], shift: 46, label: "append" },
  { from: ["log", "right"], to: ["followers", "left"], rows: [1, 1], label: "follow" },
  { from: ["followers", "top"], to: ["followers", "bottom"], rows: [1, 0] },
  { from: ["followers", "left"], to: ["entry", "right"], rows: [0, 0], label: "queries" },
  { from: ["log", "right"], to: ["followers", "left"], rows: [2, 2], shift: -12, label: "follow" },
  {
    from: ["followers", "left"],
    to: ["log", "right"],
    rows: [2, 2],
    shift: 12,
    label: "scheduled",
    back: true
  },
  { from: ["followers", "bottom"], to: ["followers", "top"], rows: [2, 3] },
  { from: ["followers", "left"], to: ["log", "right"], rows: [3, 3], label: "outcome", back: true },
  { from: ["followers", "right"], to: ["outsideRight", "left"], rows: [3, 3], label: "post" },
  { from: ["log", "right"], to: ["followers", "left"], rows: [4, 4], shift: -12, label: "due" },
  {
    from: ["followers", "left"],
    to: ["log", "right"],
    rows: [4, 4],
    shift: 12,
    label: "outcome",
    back: true
  },
  { from: ["followers", "right"], to: ["outsideRight", "left"], rows: [4, 4], label: "send" }
];
function box(column, rows, title, about, kind) {
  return { column, rows, title, about, kind };
}
function architecturePicture() {
  const unknown = boxes.filter(({ kind, title }) => kind === "room" && !rooms.includes(title));
  if (unknown.length > 0) throw new Error(`the picture names no room: ${unknown.map((one) => one.title)}`);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">`,
    '<title id="title">The way of a message through the rooms of Postledger</title>',
    STYLE,
    ...["way", "back"].map(
      (name) => `<marker id="${name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path class="${name}-head" d="M0 0 10 5 0 10z"/></marker>`
    ),
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}" rx="10"/>`,
    ...arrows.map(drawnArrow),
    ...boxes.map(drawnBox),
    ...legend(),
    "</svg>"
  ];
  return `${parts.join("\n")}
`;
}
var STYLE = `<style>
text { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; font-size: 14px; fill: #1f2933; text-anchor: middle; }
.title { font-size: 16px; font-weight: 600; }
.label { font-size: 13px; fill: #52606d; }
.start { text-anchor: start; }
.page { fill: #ffffff; }
.room { fill: #e3effb; stroke: #2b6cb0; stroke-width: 1.5; }
.store { fill: #fdf0d5; stroke: #b7791f; stroke-width: 1.5; }
.outside { fill: none; stroke: #7b8794; stroke-width: 1.5; stroke-dasharray: 5 4; }
.way { fill: none; stroke: #3e4c59; stroke-width: 1.8; }
.way-head { fill: #3e4c59; }
.back { fill: none; stroke: #b7791f; stroke-width: 1.8; stroke-dasharray: 6 4; }
.back-head { fill: #b7791f; }
@media (prefers-color-scheme: dark) {
text { fill: #e4e7eb; }
.label { fill: #b8c2cc; }
.page { fill: #161b22; }
.room { fill: #16304d; stroke: #63a4e0; }
.store { fill: #40310f; stroke: #d9a441; }
.outside { stroke: #9aa5b1; }
.way { stroke: #cbd2d9; }
.way-head { fill: #cbd2d9; }
.back { stroke: #d9a441; }
.back-head { fill: #d9a441; }
}
</style>`;
var rowTop = (row) => TOP + row * ROW_HEIGHT;
var rowMiddle = (row) => rowTop(row) + BOX_HEIGHT / 2;
function drawnBox({ column, rows: [first, last], title, about, kind }) {
  const { x, width } = COLUMNS[column];
  const height = rowTop(last) + BOX_HEIGHT - rowTop(first);
  const middle = x + width / 2;
  const firstLine = rowTop(first) + height / 2 + 5 - about.length * 18 / 2;
  const lines = about.map((line, at) => text("label", middle, firstLine + 19 + at * 18, line));
  return [
    `<rect class="${kind}" x="${x}" y="${rowTop(first)}" width="${width}" height="${height}" rx="6"/>`,
    text("title", middle, firstLine, title),
    ...lines
  ].join("\n");
}
function drawnArrow({ from, to, rows: [first, last], shift = 0, label, back }) {
  const [x1, y1] = end(from, first, shift);
  const [x2, y2] = end(to, last, shift);
  const name = back ? "back" : "way";
  const line = `<path class="${name}" marker-end="url(#${name})" d="M${x1} ${y1} ${x2} ${y2}"/>`;
  if (label === void 0) return line;
  return `${line}
${text("label", (x1 + x2) / 2, y1 + (shift > 0 && back ? 17 : -7), label)}`;
}
function end([column, side], row, shift) {
  const { x, width } = COLUMNS[column];
  if (side === "top") return [x + width / 2, rowTop(row)];
  if (side === "bottom") return [x + width / 2, rowTop(row) + BOX_HEIGHT];
  return [side === "left" ? x : x + width, rowMiddle(row) + shift];
}
function legend() {
  const { x } = COLUMNS.outsideRight;
  const rows = [
    ["room", "a room of src/"],
    ["store", "what is kept"],
    ["outside", "outside"]
  ];
  return [
    ...rows.flatMap(([kind, meaning], at) => [
      `<rect class="${kind}" x="${x}" y="${TOP + at * 30}" width="34" height="20" rx="4"/>`,
      text("label start", x + 46, TOP + at * 30 + 15, meaning)
    ]),
    `<path class="back" marker-end="url(#back)" d="M${x} ${TOP + 100} ${x + 36} ${TOP + 100}"/>`,
    text("label start", x + 46, TOP + 105, "into the log")
  ];
}
function text(style, x, y, words) {
  return `<text class="${style}" x="${x}" y="${y}">${words}</text>`;
}
export {
  architecturePicture
};
//# sourceMappingURL=picture.js.map
