import { type Check, findings } from './check.ts';

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
