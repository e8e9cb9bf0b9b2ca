import * as z from 'zod/mini';
import { about, type Check } from './check.ts';
import { isRefused, whyOf } from './why.ts';

const site = about('site');
const health = z.object({ status: z.literal('ok') });
const timeLimit = 10_000;

/** Whether the site is where it says, and its API and database answer. */
export const checkSite: Check = {
  name: 'site',
  run: async ({ siteUrl, isLocal }) => {
    const { protocol, hostname } = new URL(siteUrl);
    if (!isLocal && (protocol !== 'https:' || hostname.endsWith('.example')))
      return [
        site.wrong(`${siteUrl} is a placeholder. Put the address of the site into src/shared/site.ts.`),
      ];
    try {
      const answer = await fetch(`${siteUrl}/api/health`, { signal: AbortSignal.timeout(timeLimit) });
      const body: unknown = await answer.json().catch(() => null);
      return answer.ok && health.safeParse(body).success
        ? [site.good(`${siteUrl} answers, and so does its database`)]
        : [
            site.wrong(
              `${siteUrl}/api/health answers ${String(answer.status)}. The function's log names what is missing: docs/operations.md.`,
            ),
          ];
    } catch (error) {
      return isLocal && isRefused(error)
        ? [site.unchecked(`nothing serves ${siteUrl}; npm start does`)]
        : [
            site.wrong(
              `${siteUrl} cannot be reached (${whyOf(error)}). Is it deployed, and does the domain lead to it?`,
            ),
          ];
    }
  },
};
