import { affiliateProblemText } from '../../shared/problems/affiliate.ts';
import type { ApiAnswer } from '../api.ts';
import { type Applied, applyAsAffiliate } from './application.ts';
import { authFetch } from './auth-fetch.ts';
import { forgetApplication, keptHandover, keptReferrer } from './handover.ts';

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
