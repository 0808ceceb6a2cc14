// tools/docs/decisions.ts
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../test/support/project.js";
import { notice } from "./notice.js";
import { rooms } from "./rooms.js";
import { textOf } from "./textOf.js";
var FOLDER = "docs/decisions";
var NAME = /^(\d{4})-[a-z0-9-]+\.md$/;
var BEGINNING = /^# (\d{4}): .+\n\nRoom: ([a-z]+)\n\n((?:.+\n)+)/;
var MERGED = /^Merged into \[(\d{4})\]\((.+)\)\.$/;
var LONGEST_SENTENCE = 240;
function decisionsPage() {
  const decisions = readdirSync(join(ROOT, FOLDER)).filter((name) => NAME.test(name)).sort().map((file) => decisionIn(file, textOf(`${FOLDER}/${file}`)));
  const parts = [
    "# Decisions",
    notice,
    "What was not obvious, with its reasons and its price, by the room of the source that it shaped most. The rooms are",
    "those of [ARCHITECTURE.md](../../ARCHITECTURE.md). Some numbers were never used.",
    ...[...rooms, "tests"].flatMap((room) => section(room, decisions))
  ];
  return `${parts.join("\n")}
`;
}
function section(room, decisions) {
  const rows = decisions.filter((decision) => decision.room === room).map(({ number, file, sentence }) => `| [${number}](${file}) | ${sentence} |`);
  return rows.length === 0 ? [] : ["", `## ${room}`, "", "| number | what was decided |", "|---|---|", ...rows];
}
function decisionIn(file, text) {
  const wrong = (what) => new Error(`${FOLDER}/${file} ${what}`);
  const [, number, room = "", paragraph = ""] = BEGINNING.exec(text) ?? [];
  if (number === void 0 || number !== file.slice(0, 4))
    throw wrong(
      'does not begin with "# NUMBER: TITLE", "Room: ROOM" and one sentence, each after an empty line'
    );
  if (![...rooms, "tests"].includes(room)) throw wrong(`names the room ${room}, which does not exist`);
  const sentence = paragraph.trim().replaceAll("\n", " ");
  if (MERGED.test(sentence)) return { file, number, room, sentence };
  if (!sentence.endsWith(".") || /[.!?] /.test(sentence) || sentence.length > LONGEST_SENTENCE)
    throw wrong(`needs one sentence of at most ${LONGEST_SENTENCE} characters after "Room: ${room}"`);
  return { file, number, room, sentence };
}
export {
  decisionIn,
  decisionsPage
};
//# sourceMappingURL=decisions.js.map
