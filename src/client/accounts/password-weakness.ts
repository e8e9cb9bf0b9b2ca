import { callApi } from '../api.ts';

/** The number of hex digits of a hash that leave the browser. */
const prefixLength = 5;

/**
 * Returns why a password is weak: many people use it in some letter case, or it was stolen from another website. The password does
 * not leave the browser, only the start of its hash. Null for any other password, and if the browser cannot hash it or the lists
 * cannot be loaded.
 */
export async function passwordWeakness(
  password: string,
): Promise<'password-common' | 'password-leaked' | null> {
  // Browsers hash only on secure pages.
  if (!isSecureContext) return null;
  const lowercase = password.toLowerCase();
  const search = lookUp(password).catch(() => unlisted);
  const [typed, lowered] = await Promise.all([
    search,
    lowercase === password ? search : lookUp(lowercase).catch(() => unlisted),
  ]);
  if (lowered.isCommon) return 'password-common';
  return typed.isLeaked ? 'password-leaked' : null;
}

/** The answer of a look-up that failed. */
const unlisted = { isCommon: false, isLeaked: false };

async function lookUp(password: string) {
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const digest = [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  const answer = await callApi('GET /api/auth/leaked-passwords/:prefix', {
    params: { prefix: digest.slice(0, prefixLength) },
  });
  const suffix = digest.slice(prefixLength);
  return {
    isCommon: answer.ok && answer.data.common.includes(suffix),
    isLeaked: answer.ok && answer.data.leaked.includes(suffix),
  };
}
