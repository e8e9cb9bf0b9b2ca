import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { type ApiAnswer, callApi } from '../../client/api.ts';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { saidByServer } from '../../client/said-by-server.ts';
import type { Values } from './profile-values.ts';

const text = z.nullable(z.string());

const profile = z.object({
  id: z.string(),
  userId: z.string(),
  name: text,
  email: text,
  phone: text,
  pictureUrl: text,
  facebookId: text,
  linkedinId: text,
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A profile as its service answers it. */
export type ProfileRecord = z.infer<typeof profile>;

/** What a profile is called: by its name, or whatever else there is. */
export const nameOf = ({ name, email, userId }: ProfileRecord): string => name ?? email ?? userId;

/** A profile as it was read or written last, and the version that a change of it is made from. */
export interface Stored {
  readonly profile: ProfileRecord;
  readonly version: number | undefined;
}

/** The service's own paths, as lists and look-ups ask for them. */
export const profilesPath = '/api/user-profiles';
/** The same service as the editor writes to it. */
const writingPath = '/user-profiles';

export const readProfiles = (data: unknown): readonly ProfileRecord[] | null =>
  z.array(profile).safeParse(data).data ?? null;

/** The profile of an answer and its version; null for any other answer. */
export const storedIn = ({ ok, data, headers }: ApiAnswer): Stored | null => {
  const found = ok ? profile.safeParse(data).data : undefined;
  const version = /^(?:W\/)?"(\d+)"$/.exec(headers?.get('etag') ?? '')?.[1];
  return found ? { profile: found, version: version === undefined ? undefined : Number(version) } : null;
};

/** Whether the service says that there is no such profile: a web page that says 404 knows nothing of profiles. */
export const isMissing = ({ status, isPage }: ApiAnswer): boolean => status === 404 && !isPage;

/** Whether a profile is gone for everybody, and not only out of this caller's reach: everybody may see one. */
export const isGone = async (answer: ApiAnswer, { profile: { userId } }: Stored): Promise<boolean> =>
  isMissing(answer) && isMissing(await callApi('GET', `${profilesPath}/user/${encodeURIComponent(userId)}`));

/** A failure in a few words, its HTTP status first: `404 Profile not found`. */
export const failureText = (answer: ApiAnswer): string => {
  const { error, isPage } = answer;
  return saidByServer(
    isPage && !error ? { ...answer, error: profileProblemText('editor-service-down') } : answer,
  );
};

/** The service's figures; whoever gets them works with everybody's profiles. */
export const askStatistics = (): Promise<ApiAnswer> =>
  callAsViewer('GET', `${profilesPath}/admin/statistics`);

/** Whose profile the editor is asked for. */
export type Target = { readonly id: string } | { readonly email: string };

/** Reads one profile, by its user's or its own id, or by an email. */
export const findProfile = (target: Target): Promise<ApiAnswer> =>
  callAsViewer(
    'GET',
    'id' in target
      ? `${profilesPath}?${new URLSearchParams({ id: target.id }).toString()}`
      : `${profilesPath}/email/${encodeURIComponent(target.email)}`,
  );

/**
 * The same, but an email that nobody has may be a user id, which may have an @ too: then the answer is that of the id.
 * The service says 404 as well of a text that can be none.
 */
export const findMeant = async (target: Target): Promise<ApiAnswer> => {
  const answer = await findProfile(target);
  return 'email' in target && isMissing(answer) ? findProfile({ id: target.email }) : answer;
};

/** Makes a profile through the editor's path. */
export const createProfile = (body: Values): Promise<ApiAnswer> =>
  callAsViewer('POST', writingPath, { body });

const pathOf = (userId: string): string => `${writingPath}/user/${encodeURIComponent(userId)}`;

/** Saves a changed profile unless somebody else changed it since it was read (409). */
export const updateProfile = ({ profile: { userId }, version }: Stored, body: Values): Promise<ApiAnswer> =>
  callAsViewer('PUT', `${pathOf(userId)}/upsert`, { body, version });

/** Deletes a profile unless somebody else changed it since it was read (409). */
export const deleteProfile = ({ profile: { userId }, version }: Stored): Promise<ApiAnswer> =>
  callAsViewer('DELETE', pathOf(userId), { version });
