import { limits } from '../shared/limits.ts';
import { once } from '../shared/once.ts';
import { signingKeys } from '../shared/signing-keys.ts';
import { createApp, type Dependencies } from './app.ts';
import { connect } from './frame/db/connect.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { createFirebaseIdentity } from './clients/firebase/firebase.ts';
import { unconfiguredIdentity } from './frame/context/identity.ts';
import { stdoutLog } from './frame/http/log.ts';
import { readSigningKey } from './money/licenses/signing-key.ts';
import { createPayPal } from './clients/paypal/paypal-client.ts';

/** Returns the server of this process. The first call builds it from the environment; after a failure the next call retries. */
export const openServer = once(buildServer);

async function buildServer() {
  const env = readEnv();
  if (env.APP_ENV === 'production' && isLocalKey(env.LICENSE_KEY))
    throw new EnvError(['LICENSE_KEY: is the value of the local stack']);
  const dependencies: Dependencies = {
    db: await connect(env.DATABASE_URL, { statementMs: limits.timeoutMs.job }),
    paypal: createPayPal({
      apiUrl: env.PAYPAL_API_URL,
      clientId: env.PUBLIC_PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
    }),
    identity:
      env.PUBLIC_FIREBASE_PROJECT_ID && env.PUBLIC_FIREBASE_API_KEY
        ? createFirebaseIdentity({
            projectId: env.PUBLIC_FIREBASE_PROJECT_ID,
            apiKey: env.PUBLIC_FIREBASE_API_KEY,
            serviceAccount: env.FIREBASE_SERVICE_ACCOUNT,
            emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
          })
        : unconfiguredIdentity,
    settings: {
      merchantId: env.PAYPAL_MERCHANT_ID,
      annualPlanId: env.PUBLIC_PAYPAL_ANNUAL_PLAN_ID,
      licenseKey: env.LICENSE_KEY,
      service:
        env.PROFILE_SERVICE_NAME && env.PROFILE_SERVICE_SECRET
          ? { name: env.PROFILE_SERVICE_NAME, secret: env.PROFILE_SERVICE_SECRET }
          : null,
      isSecondFactorRequired: env.ADMIN_SECOND_FACTOR === 'required',
      leakedPasswordsUrl: env.LEAKED_PASSWORDS_URL,
      isProduction: env.APP_ENV === 'production',
      isMonthClosePaused: env.PAUSE_MONTH_CLOSE === 'true',
      mailLinkSecret: env.MAIL_LINK_SECRET ?? null,
      mailWebhookSecret: env.MAIL_WEBHOOK_SECRET ?? null,
    },
    mail: mailService(env),
    terms: async () => (await import('./frame/context/built-terms.ts')).readBuiltTerms(),
    letters: async () => (await import('./people/newsletter/letters/built-letters.ts')).readBuiltLetters(),
    countedPages: once(async () => (await import('./admin/figures/counted-pages.ts')).readCountedPages()),
    now: () => new Date(),
    log: stdoutLog,
  };
  return { dependencies, app: createApp(dependencies) };
}

/** True for the license key of the local stack, also without its mark: anybody can sign with it. */
function isLocalKey(key: string): boolean {
  const { id } = readSigningKey(key);
  return signingKeys.licenses.some((published) => published.isLocal === true && published.id === id);
}

/** Returns the service that sends mails, or null if one of its settings is missing. `npm run doctor` names the setting. */
function mailService({
  MAIL_URL: url,
  MAIL_FROM: from,
  MAIL_LINK_SECRET: linkSecret,
  SITE_URL: siteUrl,
}: Env) {
  if (!url || !from || !linkSecret) return null;
  // nodemailer is loaded with the first mail, since most calls send none.
  const open = async () => (await import('./frame/mail/smtp-mailer.ts')).openSmtpMailer({ url, from });
  return { siteUrl, linkSecret, open };
}
