import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Collection } from '../../ports/documents.ts';
import { type MessageDocument, type MessageEntry, placeIn } from '../../projections/messageDocuments.ts';

/** A number without its country as one of the country of `to`, in E.164; null when that is none. */
export function completedNumber(national: string, to: string): string | null {
  const callingCode = parsePhoneNumberFromString(to)?.countryCallingCode;
  if (callingCode === undefined) return null;
  const found = parsePhoneNumberFromString(national, { defaultCallingCode: callingCode });
  return found?.isValid() ? found.number : null;
}

/** Some of the text messages to a number; more of them are inbound only where the number is one of the workspace itself. */
const LOOKED_AT = 100;

/** The number, when the workspace has sent it a text message; null: not as far as the read model knows. */
export async function recipientOfSms(
  messages: Collection<MessageDocument | MessageEntry>,
  workspace: string,
  number: string,
): Promise<string | null> {
  const equals = [placeIn(workspace, number)];
  const found = await messages.page({ index: 'byRecipient', equals, descending: true, limit: LOOKED_AT });
  return found.some(({ document }) => 'direction' in document && document.direction === 'outbound')
    ? number
    : null;
}
