import type { NationalTables } from '../../events/gsmAlphabet.ts';

const DIGITS = '0123456789:;<=>?';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();

/** 3GPP TS 23.038, A.3, by the language's identifier (6.2.1.2.4): Turkish, Portuguese. */
const LOCKING: Readonly<Record<number, string>> = {
  1: `@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bŞşßÉ !"#¤%&'()*+,-./${DIGITS}İ${UPPER}ÄÖÑÜ§ç${LOWER}äöñüà`,
  3: `@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|\x1bÂâÊÉ !"#º%&'()*+,-./${DIGITS}Í${UPPER}ÃÕÚÜ§~${LOWER}ãõ\`üà`,
};
/** A.2: Turkish, Spanish, Portuguese; each letter before the character whose code is its septet. */
const SINGLE: Readonly<Record<number, string>> = {
  1: 'ĞGİIŞSçcğgıışs',
  2: 'ç\tÁAÍIÓOÚUáaíióoúu',
  3: 'ê\x05ç\tÔ\vô\fÁ\x0eá\x0fΦ\x12Γ\x13Ω\x15Π\x16Ψ\x17Σ\x18Θ\x19Ê\x1fÀAÍIÓOÚUÃ[Õ\\Âaíióoúuã{õ|â\x7f',
};
/** 3GPP TS 23.040, 9.2.3.24.15 and 9.2.3.24.16. */
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;

/** The tables that a text's header chooses; null: of a language that is not known here, so that its letters are not known. */
export function nationalTables(header: ReadonlyMap<number, Buffer>): NationalTables | null {
  const [lockingId, singleId] = [header.get(LOCKING_SHIFT)?.[0], header.get(SINGLE_SHIFT)?.[0]];
  const locking = lockingId === undefined ? undefined : LOCKING[lockingId];
  const letters = singleId === undefined ? undefined : SINGLE[singleId];
  if (lockingId !== undefined && locking === undefined) return null;
  if (singleId !== undefined && letters === undefined) return null;
  const pairs = letters?.match(/../gs) ?? [];
  return {
    ...(locking !== undefined && { locking }),
    single: new Map(pairs.map(([letter = '', septet = '']) => [septet.charCodeAt(0), letter])),
  };
}
