// src/settings/engines.ts
import { serverAddress, wholeNumber } from "./forms.js";
import { secret, setting } from "./setting.js";
var engineSettings = {
  EVENTSTORE_URL: secret(
    serverAddress(["esdb", "esdb+discover"], "user:password@10.0.0.1:2113"),
    "Connection string of EventStoreDB."
  ),
  MONGODB_URL: secret(
    serverAddress(["mongodb", "mongodb+srv"], "user:password@10.0.0.1:27017/postledger"),
    "Connection string of MongoDB."
  ),
  REDIS_URL: secret(
    serverAddress(["redis", "rediss", "redis+sentinel"], "10.0.0.1:6379"),
    "Address of Redis, or redis+sentinel://HOST,HOST,HOST/PRIMARY of its Sentinels."
  ),
  POSTLEDGER_PARTITIONS: setting(
    wholeNumber(1, 1024, 16),
    16,
    "Shares that the work over engines is divided into between processes. With another number everything is folded again."
  )
};
export {
  engineSettings
};
//# sourceMappingURL=engines.js.map
