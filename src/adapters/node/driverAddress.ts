import { accessSync, constants } from 'node:fs';

/** An address of an engine that its driver cannot use. The message quotes nothing of it but names of options and files. */
export class DriverAddressInvalid extends Error {
  override readonly name = 'DriverAddressInvalid';
}

/**
 * Opens a driver by the address in a setting. What drivers throw, print or attach to their errors may hold the whole address with its
 * password, so the options that they would complain about are refused here, and their own errors are not passed on.
 * @param knows whether the driver takes an option of that name; without it the driver decides by itself
 * @throws DriverAddressInvalid naming the setting, and the unknown options
 */
export function openByAddress<Opened>(
  setting: string,
  url: string,
  open: () => Opened,
  knows: (option: string) => boolean = () => true,
): Opened {
  const options = url.slice(url.indexOf('?') + 1);
  // Else the rest of a password that has a question mark would be printed as the name of an option.
  if (url.includes('?') && /[@?]/.test(options))
    throw new DriverAddressInvalid(
      `${setting} has a @ or a second ? after its first ?: in a user name, password or file they are written as %40 and %3F.`,
    );
  const unknown = url.includes('?')
    ? [...new URLSearchParams(options).keys()].filter((name) => !knows(name))
    : [];
  if (unknown.length > 0) throw unknownOptions(setting, unknown.join(', '));
  for (const [name, path] of url.includes('?') ? new URLSearchParams(options) : [])
    if (FILE_OPTION.test(name)) refuseUnreadable(setting, name, path);
  try {
    return open();
  } catch (error) {
    if (error instanceof DriverAddressInvalid) throw error;
    const { message } = Object(error) as { message?: unknown };
    // MongoDB's driver, which knows its options best, gives only their names here.
    const [, named] = /^options? (.+) (?:is|are) not supported$/.exec(String(message)) ?? [];
    if (named !== undefined) throw unknownOptions(setting, named);
    throw new DriverAddressInvalid(
      `${setting} is an address that its driver does not take: look for a port, an option or an encoding that is wrong. ` +
        'Signs like @, :, / and % in a password are written as %40, %3A, %2F and %25.',
    );
  }
}

/** Options of MongoDB and EventStoreDB that name a file, for example tlsCAFile and user_cert_file. */
const FILE_OPTION = /^(?:tls|user).*file$/i;

/** Drivers read their files late, or name neither the option nor the file. */
function refuseUnreadable(setting: string, option: string, path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? 'which does not exist' : 'which cannot be read';
    throw new DriverAddressInvalid(`${setting}: ${option} names the file ${path}, ${why}.`);
  }
}

const unknownOptions = (setting: string, names: string) =>
  new DriverAddressInvalid(
    `${setting} has options that the driver does not know: ${names}. Correct or remove them.`,
  );
