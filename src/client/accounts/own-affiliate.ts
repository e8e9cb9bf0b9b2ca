import { affiliateProblemText } from '../../shared/problem-texts/affiliate.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { newCode } from '../../shared/referral.ts';
import { type AnswerOf, type ApiAnswer, problemCode, refusedFields, isMissing } from '../api.ts';
import { signupDraftKey } from '../session.ts';
import { authFetch } from './auth-fetch.ts';

/** The affiliate record of the signed-in user. */
export type Affiliate = AnswerOf<'POST /api/affiliates'>;

/** An answer with the record of the signed-in user, or null if they have none. A failed answer always has a text. */
export type OwnAffiliate = ApiAnswer<Affiliate | null>;

/** Loads the record of the signed-in user. Creates the record if a sign-up in this browser could not create it. */
export async function loadOwnAffiliate(email: string): Promise<OwnAffiliate> {
  const answer = await findOwnAffiliate(email);
  if (!answer.ok || pendingReferrer(email) === undefined) return answer;
  if (answer.data === null) return createOwnAffiliate(email);
  // The sign-up created the record, but its answer was lost. If somebody deletes the record, it must stay deleted.
  removePendingApplication(email);
  return answer;
}

/** Creates the record of the signed-in user from their application. If another tab has created it, returns that record. */
export async function createOwnAffiliate(email: string): Promise<OwnAffiliate> {
  const createAnswer = await applyAsAffiliate(email, pendingReferrer(email) ?? null);
  // Another tab may have created the record.
  const findAnswer = createAnswer.ok ? createAnswer : await findOwnAffiliate(email);
  const isRecordMissing = findAnswer.ok && findAnswer.data === null;
  const answer = isRecordMissing ? createAnswer : findAnswer;
  if (answer.ok && answer.data) {
    removePendingApplication(email);
    signupDraft.write({ email, affiliate: answer.data });
  }
  return answer;
}

async function findOwnAffiliate(email: string): Promise<OwnAffiliate> {
  const answer = await authFetch('GET /api/affiliates');
  if (!answer.ok) return withText(answer, affiliateProblemText('affiliate-lookup-failed'));
  const affiliate = answer.data.find((row) => row.email?.toLowerCase() === email.toLowerCase());
  if (affiliate) return { ...answer, data: affiliate };
  // An admin gets the records of all affiliates. Their own may be on a later page.
  return answer.headers?.has('x-next-cursor') ? lookUpByEmail(email) : { ...answer, data: null };
}

async function lookUpByEmail(email: string): Promise<OwnAffiliate> {
  const answer = await authFetch('GET /api/affiliates/email/:email', { params: { email } });
  if (isMissing(answer)) return { ...answer, ok: true, data: null };
  return withText(answer, affiliateProblemText('affiliate-lookup-failed'));
}

function withText<Data>(answer: ApiAnswer<Data>, text: string): ApiAnswer<Data> {
  return answer.ok ? answer : { ...answer, error: answer.error ?? text };
}

/** The number of new codes to try if another affiliate has the drawn code. */
const MAX_REDRAWS = 5;

/**
 * Creates the affiliate record of the signed-in user. The name is the email's local part. The code is random, and drawn again
 * if another affiliate has it.
 */
export async function applyAsAffiliate(
  email: string,
  referredBy: string | null,
): Promise<ApiAnswer<Affiliate>> {
  const [name = email] = email.split('@');
  for (let draw = 0; ; draw += 1) {
    const answer = await authFetch('POST /api/affiliates', {
      body: { name, email, code: newCode(email), referred_by: referredBy },
    });
    if (answer.ok) return answer;
    // The referrer's address is invalid. The record matters more, so it is created without a referrer.
    if (referredBy !== null && refusedFields(answer.data).some(({ field }) => field === 'referred_by'))
      return applyAsAffiliate(email, null);
    const isCodeTaken = problemCode(answer.data) === 'affiliate-code-taken';
    if (!isCodeTaken) console.warn('affiliate record', answer.status, answer.error);
    if (!isCodeTaken || draw === MAX_REDRAWS) return withText(answer, problemText('affiliate-save-failed'));
  }
}

/** The record that /signup passes to /affiliate-application, stored until the tab is closed or the user logs out. */
export interface SignupDraft {
  readonly email: string;
  readonly affiliate: Affiliate | null;
}

export const signupDraft = storedValue<SignupDraft>(() => sessionStorage, signupDraftKey);

/** Referrers of applications without a record, by the applicant's email. Stored in this browser until the record exists. */
const pendingReferrers = storedValue<Readonly<Record<string, string | null>>>(
  () => localStorage,
  'pending-applications',
);

/** Stores an application without a record. Earlier applications in this browser stay. */
export function savePendingApplication(email: string, referredBy: string | null): void {
  pendingReferrers.write({ ...pendingReferrers.read(), [email.toLowerCase()]: referredBy });
}

/** Removes an application after its record was created. */
export function removePendingApplication(email: string): void {
  const { [email.toLowerCase()]: _created, ...otherReferrers } = pendingReferrers.read() ?? {};
  pendingReferrers.write(Object.keys(otherReferrers).length > 0 ? otherReferrers : null);
}

/** Returns the referrer of a pending application, or null. Undefined without a pending application in this browser. */
function pendingReferrer(email: string): string | null | undefined {
  return pendingReferrers.read()?.[email.toLowerCase()];
}

/** A value in the browser's storage, null without storage. Only this file writes the value, so its type is trusted. */
function storedValue<T>(storage: () => Storage, key: string) {
  return {
    read: (): T | null => {
      try {
        return JSON.parse(storage().getItem(key) ?? 'null') as T | null;
      } catch {
        return null;
      }
    },
    write: (value: T | null): void => {
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
      } catch {
        // Without storage the next screen shows less.
      }
    },
  };
}
