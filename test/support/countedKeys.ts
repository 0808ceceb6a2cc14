import type { SigningKeys } from '../../src/ports/signingKeys.ts';

/** Keys that sign nothing, made at once and told apart by a number. */
export function countedKeys(): SigningKeys {
  let made = 0;
  return {
    generate: async (algorithm) => {
      made += 1;
      return { publicKey: `public${algorithm}${made}`.replaceAll('-', ''), privateKey: `private ${made}` };
    },
  };
}
