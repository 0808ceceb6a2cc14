// src/adapters/redis/reports.ts
var KEY = "postledger:reports";
function redisReports(connection) {
  return {
    async put(name, text) {
      await connection.answer((client) => client.hset(KEY, name, text));
    },
    all: async () => new Map(Object.entries(await connection.answer((client) => client.hgetall(KEY))))
  };
}
export {
  redisReports
};
//# sourceMappingURL=reports.js.map
