import * as z from 'zod/mini';
import { type Check, findings, unreachable } from './check.ts';

/** Netlify's limit for a function's environment: names and values together. */
const ENVIRONMENT_BYTES = 4_096;

export const checkSettings: Check = {
  name: 'settings',
  run: ({ env, settings, problems, isLocal, appEnv }) => {
    const { good, wrong } = findings('settings');
    const faults = problems.map((line) => `${line}. See .env.example and docs/deploy.md.`);
    if (!isLocal) {
      if (appEnv && appEnv !== 'production')
        faults.push(`APP_ENV is ${appEnv}. Remove it: with it, the server refuses to start at Netlify.`);
      if (settings.PAUSE_MONTH_CLOSE)
        faults.push(
          env.PAUSE_MONTH_CLOSE === 'true'
            ? 'PAUSE_MONTH_CLOSE is true: no month is closed. Remove it once the books are complete.'
            : 'PAUSE_MONTH_CLOSE has no effect: only true pauses.',
        );
      const bytes = Object.entries(settings)
        .filter(([, value]) => value !== '')
        .reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);
      if (bytes > ENVIRONMENT_BYTES)
        faults.push(
          `have ${String(bytes)} bytes, and a function gets at most ${String(ENVIRONMENT_BYTES)}. Keep only project_id, client_email, private_key and type in FIREBASE_SERVICE_ACCOUNT.`,
        );
      if (URL.parse(env.PAYPAL_API_URL)?.hostname.includes('sandbox'))
        faults.push("PAYPAL_API_URL is PayPal's sandbox: no real money moves. Remove it to sell.");
    }
    return faults.length > 0
      ? faults.map(wrong)
      : [good(isLocal ? 'complete for the local stack' : 'complete for production')];
  },
};

/** Finds the placeholders that src/shared/site.ts has before the owner names the real ones. */
export const checkPlaceholders: Check = {
  name: 'placeholders',
  run: ({ siteUrl, email, repository, isLocal }) => {
    if (isLocal) return [];
    const { good, wrong } = findings('src/shared/site.ts');
    const placeholders = [
      ...(/^https:.*(?<!\.example)$/.test(siteUrl) ? [] : [`url: ${siteUrl}`]),
      ...(email.endsWith('.example') ? [`email: ${email}`] : []),
      // A GitHub account has no dot in its name.
      ...(/^[^/]*\./.test(repository) ? [`repository: ${repository}`] : []),
    ];
    return placeholders.length > 0
      ? placeholders.map((placeholder) => wrong(`${placeholder} is a placeholder. Replace it.`))
      : [good(`names the site ${siteUrl}, the address ${email} and the repository ${repository}`)];
  },
};

const healthy = z.object({ status: z.literal('ok') });

/** Calls the health check of the deployed site, which includes its database. */
export const checkHealth: Check = {
  name: 'site',
  run: async ({ siteUrl, isLocal }) => {
    const { good, wrong, unchecked } = findings('site');
    if (!isLocal && siteUrl.endsWith('.example')) return [unchecked('its address is a placeholder')];
    try {
      const response = await fetch(`${siteUrl}/api/health`, { signal: AbortSignal.timeout(10_000) });
      const body: unknown = await response.json().catch(() => null);
      return response.ok && healthy.safeParse(body).success
        ? [good(`${siteUrl} and its database answer`)]
        : [
            wrong(
              `${siteUrl}/api/health answers ${String(response.status)}. The function's log says why: docs/operations.md.`,
            ),
          ];
    } catch (error) {
      return [unreachable('site', siteUrl, error, isLocal)];
    }
  },
};
