import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import { type AnswerOf, type ApiAnswer, codeIn, refusedFields } from '../api.ts';
import { authFetch } from './auth-fetch.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { newCode } from '../../shared/referral.ts';
import { handoverKey } from '../session.ts';

/** What the API keeps of who is signed in; `missing` where they have no record. */
export type OwnAffiliate = Applied | { readonly kind: 'missing' };

const isSame = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const failed = ({ error }: ApiAnswer): OwnAffiliate => ({
  kind: 'failed',
  text: error ?? affiliateProblemText('affiliate-lookup-failed'),
});

/** Looks an address up: for an admin whose record is not on the first page of the list. */
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

/** Makes the record of who is signed in, with what their application said, and gives what there is then. */
export const createOwnAffiliate = async (email: string): Promise<OwnAffiliate> => {
  const applied = await applyAsAffiliate(email, keptReferrer(email) ?? null);
  // Another tab may have made it meanwhile.
  const known = applied.kind === 'found' ? applied : await find(email);
  const own = known.kind === 'missing' ? applied : known;
  if (own.kind === 'found') {
    forgetApplication(email);
    keptHandover.write({ email, affiliate: own.affiliate });
  }
  return own;
};

/** The record of who is signed in. One that a sign-up in this browser could not make is made now. */
export const loadOwnAffiliate = async (email: string): Promise<OwnAffiliate> => {
  const own = await find(email);
  if (keptReferrer(email) === undefined) return own;
  if (own.kind === 'missing') return createOwnAffiliate(email);
  // It was made though its answer was lost, so that it is not made again once somebody deletes it.
  if (own.kind === 'found') forgetApplication(email);
  return own;
};

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

/** What /signup leaves for /affiliate-application: this tab's, until it is closed or somebody logs out. */
export interface Handover {
  readonly email: string;
  readonly affiliate: Affiliate | null;
}

/** Applications that have no record yet, by address: who referred each. This browser's, until the record is made. */
type Pending = Readonly<Record<string, string | null>>;

/** One value in a storage of the browser; null without storage. Only this file writes it, so its type is trusted. */
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
      // Then the next screen knows less.
    }
  },
});

export const keptHandover = keep<Handover>(() => sessionStorage, handoverKey);

const applications = keep<Pending>(() => localStorage, 'pending-applications');

/** Notes that somebody applied whose record is not made yet; others who signed up here before them keep theirs. */
export const keepApplication = (email: string, referredBy: string | null): void => {
  applications.write({ ...applications.read(), [email.toLowerCase()]: referredBy });
};

/** Who referred an applicant whose record is not made yet, null for nobody; undefined for who has not applied here. */
export const keptReferrer = (email: string): string | null | undefined =>
  applications.read()?.[email.toLowerCase()];

/** Forgets an application, once its record is made. */
export const forgetApplication = (email: string): void => {
  const { [email.toLowerCase()]: _made, ...others } = applications.read() ?? {};
  applications.write(Object.keys(others).length > 0 ? others : null);
};
