import { authFetch, heldName } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, callApi, errorWithStatus } from '../../client/api.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import type { Values } from './profile-values.ts';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import type { SeenUser } from '../data/use-current-user.ts';

/** A profile as its service answers it. */
export type ProfileRecord = AnswerOf<'GET /user-profiles/user/:userId'>;

/** What a profile is called: by its name, or whatever else there is. */
export const nameOf = ({ name, email, userId }: ProfileRecord): string => name ?? email ?? userId;

/** A profile as it was read or written last, and the version that a change of it is made from. */
export interface Stored {
  readonly profile: ProfileRecord;
  readonly version: number | undefined;
}

/** The rows of the list. */
export function profilesIn(answer: AnswerOf<'GET /api/user-profiles'>): readonly ProfileRecord[] {
  return 'userId' in answer ? [answer] : answer;
}

/** The profile of an answer and its version; null for a failed answer and for a list. */
export function storedIn(answer: ApiAnswer<ProfileRecord | readonly ProfileRecord[]>): Stored | null {
  if (!answer.ok || !('userId' in answer.data)) return null;
  const version = /^(?:W\/)?"(\d+)"$/.exec(answer.headers?.get('etag') ?? '')?.[1];
  return { profile: answer.data, version: version === undefined ? undefined : Number(version) };
}

/** Whether the service says that there is no such profile: a web page that says 404 knows nothing of profiles. */
export const isMissing = ({ status, isPage }: ApiAnswer): boolean => status === 404 && !isPage;

/** Whether a profile is gone for everybody, and not only out of this caller's reach: everybody may see one. */
export const isGone = async (answer: ApiAnswer, { profile: { userId } }: Stored): Promise<boolean> =>
  isMissing(answer) &&
  isMissing(await callApi('GET /api/user-profiles/user/:userId', { params: { userId } }));

/** A failure in a few words, its HTTP status first: `404 Profile not found`. */
export const failureText = (answer: ApiAnswer): string => {
  const { error, isPage } = answer;
  return errorWithStatus(
    isPage && !error ? { ...answer, error: profileProblemText('editor-service-down') } : answer,
  );
};

/** How many profiles there are, and how many of them have which field. */
export type Counts = AnswerOf<'GET /api/user-profiles/admin/statistics'>;

/** The service's figures. A caller who gets them may work with all profiles. */
export function loadStatistics(): Promise<ApiAnswer<Counts>> {
  return authFetch('GET /api/user-profiles/admin/statistics');
}

/** Whose profile the editor is asked for. */
export type Target = { readonly id: string } | { readonly email: string };

type FoundProfile = Promise<ApiAnswer<ProfileRecord | readonly ProfileRecord[]>>;

/** Finds one profile, by its user's or its own id, or by an email. */
export function findProfile(target: Target): FoundProfile {
  return 'id' in target
    ? authFetch('GET /api/user-profiles', { query: target })
    : authFetch('GET /api/user-profiles/email/:email', { params: target });
}

/**
 * The same, but an email that nobody has may be a user id, which may have an @ too: then the answer is that of the id.
 * The service answers 404 too for a text that cannot be an email.
 */
export async function findMeant(target: Target): FoundProfile {
  const answer = await findProfile(target);
  return 'email' in target && isMissing(answer) ? findProfile({ id: target.email }) : answer;
}

/** Creates a profile. The editor writes to the service without the prefix /api. */
export function createProfile(body: Values): Promise<ApiAnswer<ProfileRecord>> {
  return authFetch('POST /user-profiles', { body });
}

/** Saves a changed profile. Refused with 409 if somebody else changed it since it was read. */
export function updateProfile({ profile, version }: Stored, body: Values): Promise<ApiAnswer<ProfileRecord>> {
  return authFetch('PUT /user-profiles/user/:userId/upsert', { params: profile, body, version });
}

/** Deletes a profile. Refused with 409 if somebody else changed it since it was read. */
export function deleteProfile({ profile, version }: Stored): Promise<ApiAnswer> {
  return authFetch('DELETE /user-profiles/user/:userId', { params: profile, version });
}

/** Returns a signed-in user who reaches only their own profile; null for an admin, a service and a visitor. */
export const memberOf = (user: SeenUser): SignedIn | null =>
  user.kind === 'in' && !user.admin && heldName() === null ? user : null;

/** Whether a target is the member's own profile, by the account's id or address. */
export const isOwnTarget = (target: Target, { uid, email }: SignedIn): boolean =>
  'id' in target ? target.id === uid : target.email.toLowerCase() === email?.toLowerCase();

/** A member's new profile. The server takes only a confirmed address. */
export const ownPrefill = ({ uid, email, emailVerified }: SignedIn): Partial<Values> => ({
  userId: uid,
  email: emailVerified ? email : null,
});

/** The address of a member's own profile in the editor. */
export const ownProfileHref = (uid: string): string =>
  `/user-profile-admin?${new URLSearchParams({ id: uid }).toString()}`;
