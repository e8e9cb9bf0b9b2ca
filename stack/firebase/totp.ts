import { createHmac } from 'node:crypto';

/** The secret of every authenticator app of the local stack, in base32: `second factor kith`. */
export const localTotpSecret = 'ONSWG33OMQQGMYLDORXXEIDLNF2GQ===';

/** Returns the code that an authenticator app shows at this time (RFC 6238 with SHA-1, 30 seconds and 6 digits). */
export function totpCode(secret: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** True for the code of this half minute, the one before, or the next one. Clocks of phones are not exact. */
export function isTotpCode(secret: string, code: string, at = Date.now()): boolean {
  return [-30_000, 0, 30_000].some((difference) => totpCode(secret, at + difference) === code);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Joins the five bits of each letter, and reads them as bytes. */
function decodeBase32(text: string): Buffer {
  const bits = [...text.replaceAll(/[= ]/g, '')]
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
