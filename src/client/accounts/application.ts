import { problemText } from '../../shared/problems/screens.ts';
import { newCode } from '../../shared/referral.ts';
import { type AnswerOf, codeIn, refusedFields } from '../api.ts';
import { authFetch } from './auth-fetch.ts';

/** The affiliate record of the signed-in user. */
export type Affiliate = AnswerOf<'POST /api/affiliates'>;

/** What became of an application: the record, or why there is none. */
export type Applied =
  | { readonly kind: 'found'; readonly affiliate: Affiliate }
  | { readonly kind: 'failed'; readonly text: string };

/** How often a code that another affiliate has is drawn anew. */
const REDRAWS = 5;

const nameOf = (email: string): string => email.split('@')[0] ?? email;

const refusesReferrer = (data: unknown): boolean =>
  refusedFields(data).some(({ field }) => field === 'referred_by');

/**
 * Creates the affiliate record of who is signed in: the name is the email's local part, the code is drawn
 * here, and drawn again unseen when somebody has it.
 */
export const applyAsAffiliate = async (email: string, referredBy: string | null): Promise<Applied> => {
  let text = problemText('affiliate-save-failed');
  for (let draw = 0; draw <= REDRAWS; draw += 1) {
    const answer = await authFetch('POST /api/affiliates', {
      body: { name: nameOf(email), email, code: newCode(email), referred_by: referredBy },
    });
    if (answer.ok) return { kind: 'found', affiliate: answer.data };
    text = answer.error ?? text;
    // An address that is none earns nobody anything: the record matters more.
    if (referredBy !== null && refusesReferrer(answer.data)) return applyAsAffiliate(email, null);
    if (codeIn(answer.data) !== 'affiliate-code-taken') {
      console.warn('affiliate record', answer.status, answer.error);
      break;
    }
  }
  return { kind: 'failed', text };
};
