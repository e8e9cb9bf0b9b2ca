import { authFetch, serviceName } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, callApi, errorWithStatus, isMissing } from '../../client/api.ts';
import { profileProblemText } from '../../shared/problem-texts/profiles.ts';
import type { ProfileValues } from './ProfileFields.tsx';
import type { SignedIn } from '../../client/accounts/current-user.ts';
import type { UserState } from '../data/use-current-user.ts';

/** A profile as its service returns it. */
export type ProfileRecord = AnswerOf<'GET /user-profiles/user/:userId'>;

/** Returns the name of a profile, or its email or user ID. */
export function profileName({ name, email, userId }: ProfileRecord): string {
  return name?.trim() || email || userId;
}

/** A profile as it was loaded or saved last, and the version that a change is based on. */
export interface StoredProfile {
  readonly profile: ProfileRecord;
  readonly version: number | undefined;
}

/** Returns the rows of an answer, which may be a single profile. */
export function profilesIn(answer: AnswerOf<'GET /api/user-profiles'>): readonly ProfileRecord[] {
  return 'userId' in answer ? [answer] : answer;
}

/** Returns the profile of an answer with the version in its ETag; null for a failed answer and for a list. */
export function storedProfile(
  answer: ApiAnswer<ProfileRecord | readonly ProfileRecord[]>,
): StoredProfile | null {
  if (!answer.ok || !('userId' in answer.data)) return null;
  const version = /^(?:W\/)?"(\d+)"$/.exec(answer.headers?.get('etag') ?? '')?.[1];
  return { profile: answer.data, version: version === undefined ? undefined : Number(version) };
}

/** True if a profile is deleted, and not only hidden from this caller. Everybody may see a public profile. */
export async function isGone(answer: ApiAnswer, { profile: { userId } }: StoredProfile): Promise<boolean> {
  return (
    isMissing(answer) &&
    isMissing(await callApi('GET /api/user-profiles/user/:userId', { params: { userId } }))
  );
}

/** Returns the text of a failure after its HTTP status: `404 Profile not found`. */
export function profileFailureText(answer: ApiAnswer): string {
  // A web page with status 429 comes from Netlify's rate limit.
  const isDown = answer.isHtml && answer.error === undefined && answer.status !== 429;
  return errorWithStatus(isDown ? { ...answer, error: profileProblemText('editor-service-down') } : answer);
}

/** The number of profiles, and of profiles with a certain field. */
export type ProfileCounts = AnswerOf<'GET /api/user-profiles/admin/statistics'>;

/** The profile that the editor opens. */
export type ProfileTarget = { readonly id: string } | { readonly email: string };

type FoundProfile = Promise<ApiAnswer<ProfileRecord | readonly ProfileRecord[]>>;

/** Finds a profile by its user ID, its own id or an email. */
export function findProfile(target: ProfileTarget): FoundProfile {
  return 'id' in target
    ? authFetch('GET /api/user-profiles', { query: target })
    : authFetch('GET /api/user-profiles/email/:email', { params: target });
}

/**
 * Finds a profile by email, then by user ID, because a user ID may contain an @. The service also answers 404 for an invalid
 * email.
 */
export async function findProfileOrId(target: ProfileTarget): FoundProfile {
  const answer = await findProfile(target);
  return 'email' in target && isMissing(answer) ? findProfile({ id: target.email }) : answer;
}

/** Returns a signed-in user who reaches only their own profile; null for somebody with a role, a service and a visitor. */
export function ownAccountOf(user: UserState): SignedIn | null {
  return user.kind === 'in' && user.role === null && serviceName() === null ? user : null;
}

/** True if a target is the user's own profile, by the account's id or email. */
export function isOwnTarget(target: ProfileTarget, { uid, email }: SignedIn): boolean {
  return 'id' in target ? target.id === uid : target.email.toLowerCase() === email?.toLowerCase();
}

/** Returns the initial values of a user's own new profile. The server accepts only a confirmed email. */
export function ownPrefill({ uid, email, emailVerified }: SignedIn): Partial<ProfileValues> {
  return {
    userId: uid,
    email: emailVerified ? email : null,
  };
}

/** Returns the address of a profile in the editor. */
export function editorPath(userId: string): string {
  return `/user-profile-admin?${new URLSearchParams({ id: userId }).toString()}`;
}
