// test/servers/runningMongo.ts
function runningMongo() {
  const url = process.env.MONGODB_TEST_URL;
  return url === void 0 || url === "" ? null : { url, stop: async () => {
  } };
}
function databaseAt(url, name) {
  const [, hosts = "", query = ""] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(url) ?? [];
  return `${hosts}/${name}${query}`;
}
export {
  databaseAt,
  runningMongo
};
//# sourceMappingURL=runningMongo.js.map
