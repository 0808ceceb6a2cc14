// test/simulation/fast/commands.ts
import { join } from "node:path";
async function runCommands({ service, journal, data }, names = ["doctor", "audit", "status", "backup"]) {
  const receipt = journal.books.clients.find(({ status }) => status === 202)?.answer;
  const { id = "" } = receipt ?? {};
  const commands = {
    doctor: ["doctor"],
    audit: ["audit", "show", id],
    status: ["projections", "status"],
    backup: ["backup", join(`${data}-backup`, String(journal.books.commands.length))]
  };
  for (const name of names) {
    const args = commands[name];
    const { exitCode, stdout, stderr } = await service.command(...args);
    journal.note("commands", { command: args.join(" "), exitCode, output: `${stdout}
${stderr}` });
  }
}
export {
  runCommands
};
//# sourceMappingURL=commands.js.map
