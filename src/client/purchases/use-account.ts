import { authFetch } from '../accounts/auth-fetch.ts';
import type { AnswerOf, ApiAnswer } from '../api.ts';

/** Opens a session for the address of the signed-in visitor's account. */
export function callAccount(): Promise<ApiAnswer<AnswerOf<'POST /api/portal/account'>>> {
  return authFetch('POST /api/portal/account');
}
