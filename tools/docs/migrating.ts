import { everyField, type Field, type FieldTable } from '../../src/api/compat/fieldTable.ts';
import { mailSendFields } from '../../src/api/compat/mailSendFields.ts';
import { batchFields, sendFields } from '../../src/api/compat/sendFields.ts';
import { bringAlong } from './importTexts.ts';
import { bodyAndPath, both, personalizations } from './migratingTexts.ts';
import { notice } from './notice.ts';

/** docs/migrating.md: what to change, and a table of every field from the modules that read the requests. */
export function migratingPage(): string {
  const parts = [
    '# Moving here',
    notice,
    bringAlong,
    both,
    bodyAndPath,
    '### Its fields',
    '',
    ...tableOf(sendFields),
    '',
    'In a batch (`POST /emails/batch`) the same fields, but:',
    '',
    ...tableOf(differing(batchFields, sendFields)),
    '',
    personalizations,
    '### Its fields',
    '',
    ...tableOf(mailSendFields),
  ];
  return `${parts.join('\n').trimEnd()}\n`;
}

function tableOf(table: FieldTable): string[] {
  const rows = everyField(table).map(([name, field]) => `| \`${name}\` | ${outcome(field)} |`);
  return ['| field | what happens |', '|---|---|', ...rows];
}

function outcome(field: Field): string {
  if (field.fate === 'refused')
    return field.switchOf === undefined
      ? `**Refused.** ${field.instead}`
      : `**Refused** unless \`enable\` is \`false\`. ${field.instead}`;
  const required = field.required ? ' Required.' : '';
  return `Becomes ${field.becomes}.${required}${field.note ? ` ${field.note}` : ''}`;
}

const differing = (table: FieldTable, from: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries(table).filter(([name, field]) => field.fate === 'refused' && from[name] !== field),
  );
