// test/simulation/outside/clients.ts
var PART = 153;
var SMS_TEMPLATES = [1, 2, 3, 4].map((segments) => ({
  name: `of ${segments}`,
  body: `{{ key }}: ${"abc ".repeat(PART).slice(0, (segments - 1) * PART)}`
}));
var CALLING_MS = 2e3;
var PATIENCE_MS = 3e4;
var ASKED_BEFORE_MS = 10;
var FIRST_PAUSE_MS = 500;
var LONGEST_PAUSE_MS = 3e4;
var SEND = { method: "POST", url: "/v1/emails", headers: { "content-type": "application/json" } };
function clients({ agenda, wall, chance, journal, processes, accounts }) {
  const idsOf = /* @__PURE__ */ new Map();
  let waiting = 0;
  let inFlight = 0;
  let lastBegunAtMs = 0;
  const ask = (process, call2) => new Promise((resolve) => {
    const tooLong = agenda.at(agenda.nowMs() + PATIENCE_MS, () => resolve(null));
    void process.request(call2).then((answer) => {
      tooLong.cancel();
      resolve(answer);
    });
  });
  const isReady = async (process) => {
    const answer = await ask(process, { method: "GET", url: "/readyz", headers: {} });
    return answer === null ? null : answer.status === 200;
  };
  const anyProcess = () => {
    const [first, ...others] = processes.filter((one) => one.isReachable());
    return first === void 0 ? null : chance.of([first, ...others]);
  };
  const call = async (account, key, { method, url, body, headers: own }, pauseMs = FIRST_PAUSE_MS) => {
    const { client, workspace, apiKey } = account;
    const process = anyProcess();
    const begunAtMs = agenda.nowMs();
    const headers = { ...own, authorization: `Bearer ${apiKey}`, "idempotency-key": key };
    const request = { method, url, headers, ...body !== null && { body } };
    const isSend = url === SEND.url && method === SEND.method;
    inFlight += 1;
    lastBegunAtMs = begunAtMs;
    const isReadyBefore = { is: null };
    if (process !== null) {
      void isReady(process).then((is) => {
        isReadyBefore.is = is;
      });
      await new Promise((resolve) => agenda.at(agenda.nowMs() + ASKED_BEFORE_MS, resolve));
    }
    const before = isReadyBefore.is;
    const answer = process === null ? null : await ask(process, request);
    inFlight -= 1;
    if (process !== null && isSend)
      void isReady(process).then((isReadyAfter) => {
        const { code = null } = answer === null ? {} : JSON.parse(answer.text);
        const status = answer?.status ?? null;
        journal.note("readiness", {
          ...{ process: process.name, isReadyBefore: before, isReadyAfter, status, code, begunAtMs }
        });
      });
    const said = answer === null || answer.text === "" ? null : JSON.parse(answer.text);
    if (process !== null)
      journal.note("clients", {
        ...{ client, workspace, process: process.name, call: `${method} ${url}`, key, sent: body, begunAtMs },
        ...{ status: answer?.status ?? null, answer: said }
      });
    const { id } = said ?? {};
    if (id !== void 0) idsOf.set(`${client} ${key}`, id);
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 429;
    if (isFinal) {
      waiting -= 1;
      return;
    }
    const nextPauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    agenda.at(
      agenda.nowMs() + pauseMs * chance.between(0.5, 1),
      () => void call(account, key, request, nextPauseMs)
    );
  };
  const accountOf = (client) => {
    const account = accounts.get(client);
    if (account === void 0) throw new Error(`no account of ${client}`);
    return account;
  };
  const withIds = (client, text) => text.replace(/\{([^{}]+)\.id\}/g, (all, key) => idsOf.get(`${client} ${key}`) ?? all);
  return {
    send({ client, key, to, laterMs, callsAtOnce, stream }) {
      const account = accountOf(client);
      const body = {
        from: `Sender <news@${client.replaceAll(" ", "-")}.test>`,
        to,
        subject: `Message ${key}`,
        html: `<p>Hello, this is ${key}. <a href="https://shop.test/${key}">A link</a></p>`,
        ...stream !== void 0 && { message_stream: stream },
        ...laterMs > 0 && { scheduled_for: new Date(wall.outsideMs() + laterMs).toISOString() }
      };
      for (let calls = 0; calls < callsAtOnce; calls += 1) {
        waiting += 1;
        void call(account, key, { ...SEND, body });
      }
    },
    text({ client, key, to, segments, callsAtOnce }) {
      const account = accountOf(client);
      const body = {
        ...{ from: account.number, to, template: `of ${segments}`, variables: { key } },
        consent_basis: "transactional"
      };
      for (let calls = 0; calls < callsAtOnce; calls += 1) {
        waiting += 1;
        void call(account, key, { ...SEND, url: "/v1/sms", body });
      }
    },
    call({ client, key, method, path, body, headers = {} }) {
      waiting += 1;
      void call(accountOf(client), key, {
        ...{ method, url: withIds(client, path) },
        headers: { ...body === null ? {} : SEND.headers, ...headers },
        body: body === null ? null : JSON.parse(withIds(client, JSON.stringify(body)))
      });
    },
    get areCalling() {
      return inFlight > 0 && agenda.nowMs() - lastBegunAtMs < CALLING_MS;
    },
    get waiting() {
      return waiting;
    }
  };
}
export {
  SMS_TEMPLATES,
  clients
};
//# sourceMappingURL=clients.js.map
