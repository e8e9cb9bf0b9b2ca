import { readSigningKey } from '../../../src/server/money/licenses/signing-key.ts';
import { trustedKeys } from '../../../src/shared/signing-keys.ts';
import { site } from '../../../src/shared/site.ts';
import { checkSellerOf } from '../check-seller.ts';
import { advice, type Check, good, wrong } from './check.ts';

/** Netlify's limit for a function's environment: names and values together. */
const ENVIRONMENT_BYTES = 4_096;

/** Checks the settings by themselves, and finds the names and addresses that the owner has to replace. */
export const checkSettings: Check = {
  name: 'settings',
  run: async ({ env, settings, problems, isLocal, appEnv, siteUrl }) => {
    const faults = problems.map((line) => `${line}. See .env.example and docs/deploy.md.`);
    if (!isLocal) {
      if (appEnv && appEnv !== 'production')
        faults.push(`APP_ENV is ${appEnv}. Remove it: with it, the server refuses to start at Netlify.`);
      if (settings.PAUSE_MONTH_CLOSE)
        faults.push('PAUSE_MONTH_CLOSE is set. With true no month is closed; any other value does nothing.');
      const pairs = Object.entries(settings).filter(([, value]) => value !== '');
      const bytes = Buffer.byteLength(pairs.flat().join(''));
      if (bytes > ENVIRONMENT_BYTES)
        faults.push(`have ${String(bytes)} bytes, and a function gets at most ${String(ENVIRONMENT_BYTES)}.`);
      if (URL.parse(env.PAYPAL_API_URL)?.hostname.includes('sandbox'))
        faults.push("PAYPAL_API_URL is PayPal's sandbox: no real money moves. Remove it to sell.");
      const names = [siteUrl, site.email, site.priorityEmail, site.repository.name, env.MAIL_FROM ?? ''];
      for (const text of names.filter(isPlaceholder))
        faults.push(`${text} is a placeholder. Replace it in src/shared/site.ts or the settings.`);
      if (env.LICENSE_KEY && !isPublished(env.LICENSE_KEY))
        faults.push(
          'LICENSE_KEY is no key of src/shared/signing-keys.json, so no program accepts its licenses.',
        );
      const seller = await checkSellerOf('.');
      if (seller.code !== 0) faults.push(seller.text);
    }
    const missing = ['MAIL_URL', 'MAIL_FROM', 'MAIL_LINK_SECRET', 'MAIL_WEBHOOK_SECRET'].filter(
      (setting) => !settings[setting],
    );
    return [
      ...(faults.length > 0 ? faults.map(wrong) : [good('are complete')]),
      ...(settings.PUBLIC_ANALYTICS_ID
        ? [advice('PUBLIC_ANALYTICS_ID is set, and the privacy policy says that Google Analytics is off.')]
        : []),
      ...missing.map((setting) => advice(`${setting} is not set, so mails wait or bounces are not noticed.`)),
    ];
  },
};

/** True for a private key whose public half is published. */
function isPublished(key: string): boolean {
  try {
    return trustedKeys('licenses', { allowsLocal: false }).has(readSigningKey(key).id);
  } catch {
    return false;
  }
}

export function isPlaceholder(text: string): boolean {
  return /\.example(?![\w.-])/.test(text);
}
