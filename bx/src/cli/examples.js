// src/cli/examples.ts
var ID = "7b0c2a58-3c1f-4e6d-9a57-0d4b8f1e2c36";
var examples = {
  serve: ["serve", "serve --data /var/lib/postledger"],
  "workspaces create": ["workspaces create acme"],
  "workspaces list": ["workspaces list --json"],
  "workspaces pace": ["workspaces pace acme --per-second 5 --per-day 20000"],
  "workspaces suspend": ["workspaces suspend acme --reason 'its key was stolen'"],
  "workspaces resume": ["workspaces resume acme --reason 'it has a new key'"],
  "keys create": [
    "keys create --scopes all --workspace acme",
    "keys create --scopes email:send,sms:send --name shop --expires 30d"
  ],
  "keys list": ["keys list --workspace acme"],
  "keys revoke": [`keys revoke ${ID}`],
  "credits grant": ["credits grant 1000 --workspace acme"],
  "credits balance": ["credits balance --workspace acme"],
  "credits statement": ["credits statement --workspace acme", "credits statement --workspace acme --csv"],
  "sms-templates approve": ["sms-templates approve --name login-code --body 'Your code is {{ code }}'"],
  "sms-templates list": ["sms-templates list"],
  "sms-templates withdraw": [`sms-templates withdraw ${ID}`],
  "numbers assign": ["numbers assign +4915123456789 --workspace acme"],
  "numbers release": ["numbers release +4915123456789 --workspace acme"],
  "numbers list": ["numbers list"],
  "numbers opt-outs": ["numbers opt-outs"],
  "numbers opt-in": ["numbers opt-in +4915198765432 --from +4915123456789"],
  "domains add": ["domains add shop.example.org"],
  "domains rotate": ["domains rotate shop.example.org"],
  "domains check": ["domains check shop.example.org"],
  "domains list": ["domains list"],
  "domains remove": ["domains remove shop.example.org"],
  "suppressions list": ["suppressions list"],
  "suppressions add": ["suppressions add ann@example.org --reason 'asked by telephone'"],
  "suppressions remove": ["suppressions remove ann@example.org"],
  "links revoke": ["links revoke --url https://bad.example.org/ --reason phishing"],
  "links restore": ["links restore --url https://bad.example.org/"],
  "links list": ["links list"],
  "bounces list": ["bounces list --limit 20"],
  "hooks list": ["hooks list"],
  "hooks create": ["hooks create ses --name eu-central-1"],
  "hooks revoke": [`hooks revoke ${ID}`],
  "webhooks endpoints": ["webhooks endpoints"],
  "webhooks deliveries": ["webhooks deliveries --state dead --since 2h"],
  "webhooks show": [`webhooks show ${ID}`],
  "webhooks redeliver": [`webhooks redeliver ${ID}`, `webhooks redeliver --endpoint ${ID} --since 2h`],
  "webhooks test": [`webhooks test ${ID}`],
  "webhooks listen": ["webhooks listen", "webhooks listen --forward http://localhost:3000/hook"],
  "messages find": [
    "messages find --to ann@example.org --since 7d",
    "messages find --status bounced --tag invoice --json",
    "messages find --key order-4711"
  ],
  "analytics query": [
    "analytics query --by domain --since 7d",
    "analytics query --workspace acme --by tag --since 2026-03-01T00:00:00Z --format csv --recount"
  ],
  "console login": ["console login --all", "console login --role support --as Ann --workspace acme"],
  "console logout": ["console logout", "console logout --of Ann"],
  "projections export": [
    "projections export messages messages.csv",
    "projections export daily_analytics days.jsonl --format jsonl --workspace acme"
  ],
  "projections status": ["projections status"],
  "projections verify": ["projections verify"],
  "projections rebuild": ["projections rebuild suppressions"],
  "blobs sweep": ["blobs sweep --dry-run"],
  "audit as-of": [
    "audit as-of 2026-03-01T09:00:00Z suppressions ann@example.com",
    `audit as-of --message ${ID} suppressions`
  ],
  "audit show": [`audit show ${ID}`, "audit show ann@example.com --workspace acme"],
  "audit verify": ["audit verify", "audit verify --witness /mnt/elsewhere/seals"],
  "audit prove": [`audit prove ${ID}`],
  "audit key show": ["audit key"],
  "audit key rotate": ["audit key rotate"],
  "audit witness": ["audit witness --file /mnt/elsewhere/seals"],
  "audit export": [
    "audit export /mnt/elsewhere/ledger.jsonl",
    "audit export march.jsonl --since 2026-03-01T00:00:00Z --until 2026-04-01T00:00:00Z --workspace acme",
    "audit export sends.jsonl --stream email --type EmailAccepted,Delivered"
  ],
  "audit import": ["audit import ledger.jsonl --data /var/lib/postledger-copy"],
  backup: ["backup /var/backups/postledger-monday"],
  migrate: ["migrate --from /var/lib/postledger"],
  "master-key rotate": ["master-key rotate"],
  config: ["config"],
  doctor: ["doctor --json"]
};
export {
  examples
};
//# sourceMappingURL=examples.js.map
