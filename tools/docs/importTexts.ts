import { REASONS } from '../../src/imports/reasons.ts';

/** The part of docs/migrating.md on what comes along: before anything is sent from here. */
export const bringAlong = `## First your suppressions

Whoever bounced, complained or unsubscribed at your provider is mailed again unless you bring that along, before the first
message:

\`\`\`sh
postledger import suppressions bounces.csv --from sendgrid --dry-run
postledger import suppressions bounces.csv --from sendgrid
\`\`\`

| \`--from\` | what to give it |
|---|---|
| \`plain\` (the default) | CSV or JSON with \`address\`, \`reason\`, \`since\`; or a list of addresses alone |
| \`sendgrid\` | the CSV of each list of suppressions, or \`/v3/suppression/bounces\`, \`/invalid_emails\`, \`/spam_reports\`, \`/unsubscribes\`, \`/v3/asm/suppressions\`. Whoever left a group is suppressed for all mail: there are no groups here. Leave \`blocks\` out: SendGrid itself sends to them |
| \`resend\` | \`GET /suppressions\`, or its CSV |
| \`postmark\` | \`GET /message-streams/{id}/suppressions/dump\` of each stream, or its CSV |
| \`ses\` | \`aws sesv2 list-suppressed-destinations\`, or a list for \`CreateImportJob\` |
| \`mailgun\` | \`/v3/{domain}/bounces\`, \`/complaints\` and \`/unsubscribes\`, or their CSV, one list a file |
| \`brevo\` | \`GET /smtp/blockedContacts\`; also \`GET /contacts\` |
| \`mailchimp\` | the files \`unsubscribed_…\` and \`cleaned_…\` of an audience's export, or \`GET /lists/{id}/members\` |
| \`listmonk\` | the export of subscribers, \`GET /api/subscribers\` or \`GET /api/bounces\`; soft bounces are passed over |
| \`postal\` | the table \`suppressions\` of a server's message database, as CSV or JSON |

- **Several pages of an interface** may stand one after another in one file, and an object may stand on each line.
- **A table** may have a byte order mark, commas, semicolons, tabs or bars, quotes, a head or none, and be UTF-8, UTF-16 or
  Latin-1. What was taken is said.
- **Each row that cannot be taken is named by its number**, and the others go on; then the exit code is 5.
- **The same file may come again**, also after it was broken off: it changes nothing that is done.
- **What you lifted here stays lifted**, whatever file comes: a row brings a suppression back only if its \`since\` is after
  the lift. A row without \`since\` never does, nor one whose time cannot be read or is to come. Times without a zone are UTC.
- Each suppression is an event of its own, with the file, the row, the provider's reason and its time: \`postledger audit
  show ann@example.com\`.

Reasons become these, whatever the provider; any other text is \`operator\`, and is kept as it is:

| here | at the provider, with or without spaces and letter case |
|---|---|
${Object.entries(REASONS)
  .map(([kind, words]) => `| \`${kind}\` | ${words.map((word) => `\`${word}\``).join(', ')} |`)
  .join('\n')}

Then the people: \`postledger import contacts FILE --from PROVIDER\`, from the same providers but Postmark and Postal. Fields
by other names become custom fields. What a contact has here already stays, so an old file undoes nothing.

Then the templates: \`postledger import templates FILE --from sendgrid\` or \`--from postmark\`, with the answers of
\`GET /v3/templates/{id}\` or \`GET /templates/{id}\` in one file, layouts first. Handlebars and Mustachio become Liquid: values,
conditions, loops, \`../\`, SendGrid's helpers, Postmark's layouts. A value that lacks prints nothing, as it did. A template with
something that Liquid has no counterpart of (partials, other helpers, \`unsubscribe_preferences\`) is named with the line, and left
out. The friendly name follows from the name there: *Order shipped!* is \`order-shipped\`; a name that is, or was, in use here
is left alone.

## Then your requests
`;
