// src/commands/console/consoleLogin.ts
import { createHash } from "node:crypto";
import {
  consoleLogin,
  EVERY_SESSION
} from "../../events/console.js";
import { instant } from "../../ports/clock.js";
import { foldedStream } from "../../runtime/fold/foldedStream.js";
import { handle } from "../kernel/decider.js";
import { invalid, notFound } from "../kernel/refusal.js";
var LINK_LIFE_MS = 10 * 6e4;
var SESSION_LIFE_MS = 12 * 36e5;
var SECRET_BYTES = 32;
var NAME_MAX = 100;
var consoleLoginDecider = {
  initial: { person: null, offeredUntil: "", loggedInUntil: null, isOver: false, offeredAt: null },
  evolve: (state, event) => {
    switch (event.type) {
      case "ConsoleLoginOffered": {
        const { expiresAt: offeredUntil, ...person } = event.data;
        const { position: offeredAt = null } = event;
        return { ...state, person, offeredUntil, offeredAt };
      }
      case "ConsoleLoggedIn":
        return { ...state, loggedInUntil: event.data.expiresAt };
      case "ConsoleLoggedOut":
        return { ...state, isOver: true };
      case "ConsoleSessionsEnded":
        return state;
    }
  },
  decide: (command, state) => {
    if (command.do === "offer") {
      const { name, role, workspaceId } = command;
      if (!new RegExp("^\\P{Cc}+$", "u").test(name) || [...name].length > NAME_MAX)
        throw invalid("/name", `must be one line of 1 to ${NAME_MAX} characters`);
      const expiresAt = instant(command.nowMs + LINK_LIFE_MS);
      return [{ type: "ConsoleLoginOffered", data: { name, role, workspaceId, expiresAt } }];
    }
    if (command.do === "logOut")
      return state.loggedInUntil === null || state.isOver ? [] : [{ type: "ConsoleLoggedOut", data: {} }];
    if (state.person === null || state.loggedInUntil !== null || state.offeredUntil < instant(command.nowMs))
      throw notFound("The link does not work: it works once, within ten minutes.");
    return [{ type: "ConsoleLoggedIn", data: { expiresAt: instant(command.nowMs + SESSION_LIFE_MS) } }];
  }
};
var endedSessions = {
  initial: { everyone: null, persons: {} },
  evolve: (state, { type, data, position }) => {
    if (type !== "ConsoleSessionsEnded") return state;
    if (data.name === null) return { everyone: position, persons: {} };
    return { ...state, persons: { ...state.persons, [data.name]: position } };
  }
};
async function offerConsoleLogin(ledger, by, person) {
  const secret = ledger.ids.randomBytes(SECRET_BYTES).toString("base64url");
  const origin = { ...by, workspace: person.workspaceId ?? "" };
  const command = { do: "offer", nowMs: ledger.clock.nowMs(), ...person };
  await handle(ledger, origin, consoleLogin.stream(loginOf(secret)), consoleLoginDecider, command);
  return secret;
}
async function offeredTo({ store, clock }, secret) {
  const state = await stateOf(store, loginOf(secret));
  const { person, offeredUntil, loggedInUntil } = state;
  const isUsable = loggedInUntil === null && offeredUntil >= instant(clock.nowMs());
  return isUsable && !await isEnded(store, state) ? person : null;
}
async function logInToConsole(ledger, secret) {
  const login = loginOf(secret);
  const person = await offeredTo(ledger, secret);
  if (person === null) throw notFound("The link does not work: it works once, within ten minutes.");
  const command = { do: "logIn", nowMs: ledger.clock.nowMs() };
  await handle(ledger, originOf(ledger, person), consoleLogin.stream(login), consoleLoginDecider, command);
  return { ...person, login };
}
async function consoleSession({ store, clock }, login) {
  const state = await stateOf(store, login);
  const { person, loggedInUntil, isOver } = state;
  if (person === null || loggedInUntil === null || isOver) return null;
  if (loggedInUntil < instant(clock.nowMs()) || await isEnded(store, state)) return null;
  return { ...person, login };
}
async function logOutOfConsole(ledger, session) {
  const stream = consoleLogin.stream(session.login);
  await handle(ledger, originOf(ledger, session), stream, consoleLoginDecider, { do: "logOut" });
}
var endingDecider = {
  initial: null,
  evolve: () => null,
  decide: (name) => [{ type: "ConsoleSessionsEnded", data: { name } }]
};
async function endConsoleSessions(ledger, by, name) {
  const origin = { ...by, workspace: "" };
  await handle(ledger, origin, consoleLogin.stream(EVERY_SESSION), endingDecider, name);
}
function originOf({ ids }, { workspaceId, name }) {
  return {
    ...{ workspace: workspaceId ?? "", actor: "operator", person: name },
    ...{ correlation: ids.uuid(), causation: null }
  };
}
var loginOf = (secret) => createHash("sha256").update(secret).digest("hex");
async function stateOf(store, login) {
  return (await foldedStream(store, consoleLogin.stream(login), consoleLoginDecider)).state;
}
async function isEnded(store, { person, offeredAt }) {
  const { state } = await foldedStream(store, consoleLogin.stream(EVERY_SESSION), endedSessions);
  const isOwn = person !== null && Object.hasOwn(state.persons, person.name);
  const at = isOwn ? state.persons[person.name] ?? null : null;
  return [state.everyone, at].some((ended) => ended !== null && (offeredAt === null || offeredAt < ended));
}
export {
  LINK_LIFE_MS,
  SESSION_LIFE_MS,
  consoleLoginDecider,
  consoleSession,
  endConsoleSessions,
  logInToConsole,
  logOutOfConsole,
  offerConsoleLogin,
  offeredTo,
  originOf
};
//# sourceMappingURL=consoleLogin.js.map
