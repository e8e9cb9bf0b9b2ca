import * as z from 'zod/mini';
import { about, type Check } from './check.ts';
import { isRefused, whyOf } from './why.ts';

const site = about('site');
const mailbox = about('e-mail');
const health = z.object({ status: z.literal('ok') });
const timeLimit = 10_000;

/** Whether people who need help are asked to write to somebody. */
export const checkEmail: Check = {
  name: 'e-mail',
  run: ({ email, isLocal }) => {
    if (isLocal) return Promise.resolve([mailbox.unchecked('nobody writes to this machine')]);
    return Promise.resolve([
      email.endsWith('.example')
        ? mailbox.wrong(`${email} is a placeholder. Put an address that is read into src/shared/site.ts.`)
        : mailbox.good(
            `people are asked to write to ${email}; whether that is read, nobody can tell from here`,
          ),
    ]);
  },
};

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
              `${siteUrl} cannot be reached (${whyOf(error)}). Is there a network, is it deployed, and does the domain lead to it?`,
            ),
          ];
    }
  },
};
