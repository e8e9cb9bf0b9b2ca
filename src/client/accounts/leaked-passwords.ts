import { callApi } from '../api.ts';

/** The number of hex digits of a hash that leave the browser. */
const prefixLength = 5;

/**
 * True if a password was stolen from another website. The password does not leave the browser, only the start of its hash. False if the
 * list cannot be loaded.
 */
export async function isLeakedPassword(password: string): Promise<boolean> {
  // Browsers hash only on secure pages.
  if (!isSecureContext) return false;
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const digest = [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  const answer = await callApi('GET /api/auth/leaked-passwords/:prefix', {
    params: { prefix: digest.slice(0, prefixLength) },
  });
  return answer.ok && answer.data.suffixes.includes(digest.slice(prefixLength));
}
