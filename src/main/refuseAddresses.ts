import { smppAddress } from '../adapters/smpp/smppAddress.ts';
import { relayAddress } from '../adapters/smtp/relayAddress.ts';
import type { Settings } from '../config.ts';
import { aboutSettings } from './mailer.ts';

/**
 * Reads the addresses of relay and carrier as their adapters do, before anything is opened or made.
 * @throws SettingsInvalid, SmppAddressInvalid, naming what is wrong without a part of the address
 */
export function refuseAddresses({ SMTP_URL, SMPP_URL }: Settings): void {
  if (SMPP_URL !== undefined) smppAddress(SMPP_URL);
  if (SMTP_URL !== undefined) aboutSettings(() => relayAddress(SMTP_URL));
}
