import * as z from 'zod/mini';
import { about, type Finding } from './check.ts';
import type { FirebaseApi } from './firebase-api.ts';

const pageSize = 1_000;

/** More accounts are not read through, in pages. */
const pages = 10;

const page = z.object({
  users: z._default(z.array(z.object({ customAttributes: z.optional(z.string()) })), []),
  nextPageToken: z.optional(z.string()),
});

const { good, wrong, unchecked } = about('admins');

const isAdmin = ({ customAttributes }: { readonly customAttributes?: string | undefined }): boolean =>
  /"admin"\s*:\s*true/.test(customAttributes ?? '');

/** Whether some account has the admin claim. */
export const examineAdmins = async (
  api: FirebaseApi,
  projectId: string,
  bearer: string,
): Promise<Finding> => {
  let next: string | undefined = '';
  for (let read = 0; read < pages && next !== undefined; read += 1) {
    const query = new URLSearchParams({ maxResults: String(pageSize), ...(next && { nextPageToken: next }) });
    const { status, body } = await api(
      `/v1/projects/${encodeURIComponent(projectId)}/accounts:batchGet?${query.toString()}`,
      bearer,
    );
    if (status !== 200)
      return wrong(`the list of accounts answers ${String(status)}. May the service account read it?`);
    const { users, nextPageToken } = page.parse(body);
    if (users.some(isAdmin)) return good('there is one, or more');
    // The last page of the provider still names a next one, which is empty.
    next = users.length === 0 ? undefined : nextPageToken;
  }
  return next === undefined
    ? wrong(
        'there is none. Sign up on the site, follow the link of a reset, then: npm run admin:grant -- EMAIL --production',
      )
    : unchecked(
        `there is none among the first ${String(pages * pageSize)} accounts, and the others were not read`,
      );
};
