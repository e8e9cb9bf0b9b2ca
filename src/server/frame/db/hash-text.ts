import { hash } from 'node:crypto';

/** Returns the hash under which a token, or a target of a limit, is stored. */
export function hashText(text: string): string {
  return hash('sha256', text, 'base64url');
}
