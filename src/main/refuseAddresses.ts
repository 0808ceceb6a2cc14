import { smppAddress } from '../adapters/smpp/smppAddress.ts';
import { RelayAddressInvalid, relayAddress } from '../adapters/smtp/relayAddress.ts';
import { type Settings, SettingsInvalid } from '../config.ts';

/**
 * Reads the addresses of relay and carrier as their adapters do, before anything is opened or made.
 * @throws SettingsInvalid, SmppAddressInvalid, naming what is wrong without a part of the address
 */
export function refuseAddresses({ SMTP_URL, SMPP_URL }: Settings): void {
  if (SMPP_URL !== undefined) smppAddress(SMPP_URL);
  try {
    if (SMTP_URL !== undefined) relayAddress(SMTP_URL);
  } catch (error) {
    throw error instanceof RelayAddressInvalid ? new SettingsInvalid(error.message) : error;
  }
}
