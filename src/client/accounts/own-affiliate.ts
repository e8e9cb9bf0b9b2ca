import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { type AnswerOf, type ApiAnswer, codeIn, refusedFields } from '../api.ts';
import { authFetch } from './auth-fetch.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { newCode } from '../../shared/referral.ts';
import { handoverKey } from '../session.ts';

/** The affiliate record of the signed-in user; `missing` if they have none. */
export type OwnAffiliate = Applied | { readonly kind: 'missing' };

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const failed = ({ error }: ApiAnswer): OwnAffiliate => ({
  kind: 'failed',
  text: error ?? affiliateProblemText('affiliate-lookup-failed'),
});

/** Looks an email up, for an admin whose record is not on the first page of the list. */
const lookUp = async (email: string): Promise<OwnAffiliate> => {
  const answer = await authFetch('GET /api/affiliates/email/:email', { params: { email } });
  if (answer.status === 404) return { kind: 'missing' };
  return answer.ok ? { kind: 'found', affiliate: answer.data } : failed(answer);
};

const find = async (email: string): Promise<OwnAffiliate> => {
  const answer = await authFetch('GET /api/affiliates');
  if (!answer.ok) return failed(answer);
  const affiliate = answer.data.find((one) => isSame(one.email, email));
  if (affiliate) return { kind: 'found', affiliate };
  return answer.headers?.has('x-next-cursor') ? lookUp(email) : { kind: 'missing' };
};

/** Creates the record of the signed-in user from their application, and returns the record that exists then. */
export const createOwnAffiliate = async (email: string): Promise<OwnAffiliate> => {
  const applied = await applyAsAffiliate(email, keptReferrer(email) ?? null);
  // Another tab may have created it meanwhile.
  const known = applied.kind === 'found' ? applied : await find(email);
  const own = known.kind === 'missing' ? applied : known;
  if (own.kind === 'found') {
    forgetApplication(email);
    keptHandover.write({ email, affiliate: own.affiliate });
  }
  return own;
};

/** Loads the record of the signed-in user. Creates it if a sign-up in this browser failed to. */
export const loadOwnAffiliate = async (email: string): Promise<OwnAffiliate> => {
  const own = await find(email);
  if (keptReferrer(email) === undefined) return own;
  if (own.kind === 'missing') return createOwnAffiliate(email);
  // The record was created although the answer was lost. It must not be created again after somebody deletes it.
  if (own.kind === 'found') forgetApplication(email);
  return own;
};

/** The affiliate record of the signed-in user. */
export type Affiliate = AnswerOf<'POST /api/affiliates'>;

/** The result of an application: the record, or the text of the failure. */
export type Applied =
  | { readonly kind: 'found'; readonly affiliate: Affiliate }
  | { readonly kind: 'failed'; readonly text: string };

/** Tries with a new code after another affiliate's code was drawn. */
const REDRAWS = 5;

const nameOf = (email: string): string => email.split('@')[0] ?? email;

const refusesReferrer = (data: unknown): boolean =>
  refusedFields(data).some(({ field }) => field === 'referred_by');

/**
 * Creates the affiliate record of the signed-in user. The name is the email's local part. The code is random, and drawn again
 * if another affiliate has it.
 */
export const applyAsAffiliate = async (email: string, referredBy: string | null): Promise<Applied> => {
  let text = problemText('affiliate-save-failed');
  for (let draw = 0; draw <= REDRAWS; draw += 1) {
    const answer = await authFetch('POST /api/affiliates', {
      body: { name: nameOf(email), email, code: newCode(email), referred_by: referredBy },
    });
    if (answer.ok) return { kind: 'found', affiliate: answer.data };
    text = answer.error ?? text;
    // The referrer's address is invalid. The record matters more, so it is created without a referrer.
    if (referredBy !== null && refusesReferrer(answer.data)) return applyAsAffiliate(email, null);
    if (codeIn(answer.data) !== 'affiliate-code-taken') {
      console.warn('affiliate record', answer.status, answer.error);
      break;
    }
  }
  return { kind: 'failed', text };
};

/** What /signup passes to /affiliate-application. It is kept in this tab until it is closed or the user logs out. */
export interface Handover {
  readonly email: string;
  readonly affiliate: Affiliate | null;
}

/** The referrers of applications without a record, by the applicant's email. Kept in this browser until the record exists. */
type Pending = Readonly<Record<string, string | null>>;

/** A value in the browser's storage, null without storage. Only this file writes it, so its type is trusted. */
const keep = <T>(storage: () => Storage, key: string) => ({
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
});

export const keptHandover = keep<Handover>(() => sessionStorage, handoverKey);

const applications = keep<Pending>(() => localStorage, 'pending-applications');

/** Remembers an application without a record, beside earlier applications of this browser. */
export const keepApplication = (email: string, referredBy: string | null): void => {
  applications.write({ ...applications.read(), [email.toLowerCase()]: referredBy });
};

/** The referrer of an application without a record, or null. Undefined if the applicant did not apply in this browser. */
export const keptReferrer = (email: string): string | null | undefined =>
  applications.read()?.[email.toLowerCase()];

/** Forgets an application after its record was created. */
export const forgetApplication = (email: string): void => {
  const { [email.toLowerCase()]: _made, ...others } = applications.read() ?? {};
  applications.write(Object.keys(others).length > 0 ? others : null);
};
