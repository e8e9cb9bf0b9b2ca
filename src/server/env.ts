import { parseJson } from '../shared/parse-json.ts';
import { site } from '../shared/site.ts';

type Source = Readonly<Record<string, string | undefined>>;

let processEnv: Env | undefined;

/** Returns the settings of this process. The first call reads them. Throws an EnvError. */
export function readEnv(): Env {
  return (processEnv ??= parseEnv(process.env));
}

/** Parses settings. Throws an EnvError that names every missing or refused setting. */
export function parseEnv(source: Source): Env {
  const { env, problems } = inspectEnv(source);
  if (problems.length > 0) throw new EnvError(problems);
  return env;
}

/** Parses settings and returns them with their problems. A missing setting is empty. */
export function inspectEnv(source: Source): { readonly env: Env; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const env = parseSettings(source, (problem) => problems.push(problem));
  checkSettings(env, (setting, message) => {
    if (!problems.some((line) => line.startsWith(setting))) problems.push(`${setting}: ${message}`);
  });
  return { env, problems };
}

/** Settings with which the server cannot run. The message names each setting and its problem. */
export class EnvError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration is incomplete (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'EnvError';
  }
}

/** The settings; .env.example describes them. */
export type Env = Readonly<ReturnType<typeof parseSettings>>;

/** Parses the settings without zod, which would slow down the cold start of every function. */
function parseSettings(source: Source, report: (problem: string) => unknown) {
  const optional = (setting: string): string | undefined => source[setting] || undefined;
  const required = (setting: string): string => {
    const text = optional(setting);
    if (text === undefined) report(`${setting} is missing`);
    return text ?? '';
  };
  const url = (setting: string, defaultUrl: string): string => {
    const text = optional(setting) ?? defaultUrl;
    if (!URL.canParse(text)) report(`${setting}: is no address`);
    return text;
  };
  const database = optional('DATABASE_URL') ?? optional('NETLIFY_DATABASE_URL') ?? required('DATABASE_URL');
  // The driver's error message for a malformed address contains the password.
  if (database && database !== 'embedded' && !URL.canParse(database)) report('DATABASE_URL: is no address');
  const mode = optional('APP_ENV') ?? 'production';
  if (mode !== 'local' && mode !== 'production') report('APP_ENV: is neither "local" nor "production"');
  return {
    APP_ENV: mode,
    DATABASE_URL: database,
    PUBLIC_PAYPAL_CLIENT_ID: required('PUBLIC_PAYPAL_CLIENT_ID'),
    PUBLIC_PAYPAL_ANNUAL_PLAN_ID: required('PUBLIC_PAYPAL_ANNUAL_PLAN_ID'),
    PUBLIC_PAYPAL_SDK_URL: url('PUBLIC_PAYPAL_SDK_URL', 'https://www.paypal.com/sdk/js'),
    PAYPAL_API_URL: url('PAYPAL_API_URL', 'https://api-m.paypal.com'),
    PAYPAL_SANDBOX: optional('PAYPAL_SANDBOX'),
    PAYPAL_CLIENT_SECRET: required('PAYPAL_CLIENT_SECRET'),
    PAYPAL_MERCHANT_ID: required('PAYPAL_MERCHANT_ID'),
    PAYPAL_WEBHOOK_ID: required('PAYPAL_WEBHOOK_ID'),
    LICENSE_KEY: required('LICENSE_KEY'),
    PUBLIC_FIREBASE_API_KEY: optional('PUBLIC_FIREBASE_API_KEY'),
    PUBLIC_FIREBASE_PROJECT_ID: optional('PUBLIC_FIREBASE_PROJECT_ID'),
    FIREBASE_SERVICE_ACCOUNT: optional('FIREBASE_SERVICE_ACCOUNT'),
    FIREBASE_AUTH_EMULATOR_HOST: optional('FIREBASE_AUTH_EMULATOR_HOST'),
    PROFILE_SERVICE_NAME: optional('PROFILE_SERVICE_NAME'),
    PROFILE_SERVICE_SECRET: optional('PROFILE_SERVICE_SECRET'),
    PAUSE_MONTH_CLOSE: optional('PAUSE_MONTH_CLOSE'),
    ADMIN_SECOND_FACTOR: optional('ADMIN_SECOND_FACTOR'),
    SITE_URL: url('SITE_URL', site.url),
    LEAKED_PASSWORDS_URL: url('LEAKED_PASSWORDS_URL', 'https://api.pwnedpasswords.com'),
    MAIL_URL: optional('MAIL_URL'),
    MAIL_FROM: optional('MAIL_FROM'),
    MAIL_LINK_SECRET: optional('MAIL_LINK_SECRET'),
    MAIL_WEBHOOK_SECRET: optional('MAIL_WEBHOOK_SECRET'),
    /** AWS Lambda, on which Netlify runs functions, sets this variable. */
    AWS_LAMBDA_FUNCTION_NAME: optional('AWS_LAMBDA_FUNCTION_NAME'),
  };
}

/** A private Ed25519 key as PKCS #8 (RFC 8410) in base64, or the marked key of the local stack. */
const licenseKeyPattern = /^(local:)?MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}$/;

/** Records a problem of a setting. */
type Refuse = (setting: string, message: string) => unknown;

function checkSettings(settings: Env, refuse: Refuse): void {
  if (!settings.PROFILE_SERVICE_NAME !== !settings.PROFILE_SERVICE_SECRET)
    refuse('PROFILE_SERVICE_SECRET', 'and PROFILE_SERVICE_NAME are set together, or neither is');
  if (settings.PROFILE_SERVICE_NAME?.includes(':'))
    refuse('PROFILE_SERVICE_NAME', 'must not have a colon, which ends the name in HTTP Basic');
  if (settings.LICENSE_KEY && !licenseKeyPattern.test(settings.LICENSE_KEY))
    refuse('LICENSE_KEY', 'is no Ed25519 key; create one with: npm run license:key');
  if (settings.ADMIN_SECOND_FACTOR && settings.ADMIN_SECOND_FACTOR !== 'required')
    refuse('ADMIN_SECOND_FACTOR', 'is either "required" or empty');
  if (settings.APP_ENV === 'production') checkProductionSettings(settings, refuse);
  else if (settings.AWS_LAMBDA_FUNCTION_NAME) refuse('APP_ENV', 'is "local" on a production machine');
}

/** Refuses settings of the local stack, and settings that are unsafe in production. */
function checkProductionSettings(settings: Env, refuse: Refuse): void {
  if (!/^postgres(ql)?:\/\//.test(settings.DATABASE_URL))
    refuse('DATABASE_URL', 'must be a postgres:// address in production, not the embedded database');
  for (const setting of ['PAYPAL_API_URL', 'PUBLIC_PAYPAL_SDK_URL'] as const)
    if (!/^https:\/\/([a-z0-9-]+\.)*paypal\.com(\/|$)/.test(settings[setting]))
      refuse(setting, 'must be https on paypal.com in production, not the simulator');
  if (/\bsandbox\b/.test(settings.PAYPAL_API_URL) && settings.PAYPAL_SANDBOX !== 'true')
    refuse(
      'PAYPAL_API_URL',
      'is PayPal’s sandbox, where nobody really pays; allow it with PAYPAL_SANDBOX=true',
    );
  checkFirebaseSettings(settings, refuse);
  for (const setting of settingsWithStandIn)
    if (isStandIn(settings[setting])) refuse(setting, 'is the value of the local stack');
  if (!settings.SITE_URL.startsWith('https://')) refuse('SITE_URL', 'must be https in production');
  if (!settings.LEAKED_PASSWORDS_URL.startsWith('https://'))
    refuse('LEAKED_PASSWORDS_URL', 'must be https in production, not the local stand-in');
  if (settings.MAIL_URL && !isMailServer(settings.MAIL_URL))
    refuse('MAIL_URL', 'must be an smtp:// or smtps:// address of a mail server, not the local catcher');
  for (const setting of ['PROFILE_SERVICE_SECRET', 'MAIL_LINK_SECRET'] as const)
    checkSecret(setting, settings[setting], refuse);
}

/** True for an SMTP address that is not on this machine. */
function isMailServer(address: string): boolean {
  const { protocol = '', hostname = '' } = URL.parse(address) ?? {};
  return /^smtps?:$/.test(protocol) && !/^(localhost|127\..*|\[::1\]|)$/.test(hostname);
}

/** Refuses a secret that is short or can be guessed. */
function checkSecret(setting: string, secret: string | undefined, refuse: Refuse): void {
  if (secret && countBytes(secret) < MIN_SECRET_BYTES)
    refuse(setting, `must be ${String(MIN_SECRET_BYTES)} random bytes or more`);
  else if (secret && isPredictable(secret))
    refuse(setting, 'can be guessed; create one with: openssl rand -base64 32');
}

function checkFirebaseSettings(settings: Env, refuse: Refuse): void {
  const projectId = settings.PUBLIC_FIREBASE_PROJECT_ID;
  if (projectId && !settings.PUBLIC_FIREBASE_API_KEY)
    refuse('PUBLIC_FIREBASE_API_KEY', 'must be set together with PUBLIC_FIREBASE_PROJECT_ID');
  if (projectId && !isServiceAccount(settings.FIREBASE_SERVICE_ACCOUNT))
    refuse('FIREBASE_SERVICE_ACCOUNT', 'must hold the JSON of the service account');
  if (settings.FIREBASE_AUTH_EMULATOR_HOST)
    refuse('FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production: it trusts unsigned tokens');
  if (projectId?.startsWith('demo-'))
    refuse('PUBLIC_FIREBASE_PROJECT_ID', 'is a demo project of the Firebase emulator');
}

/** True for the JSON of a service account: an object with the account's email and its key. */
function isServiceAccount(text = ''): boolean {
  const account = parseJson(text) as { client_email?: unknown; private_key?: unknown } | null | undefined;
  return typeof account?.client_email === 'string' && typeof account.private_key === 'string';
}

/** Settings whose values in .env.example name the local stack: `local-client`, `LCALMERCHANT2`, `whsec_local…`. */
const settingsWithStandIn = [
  'PUBLIC_PAYPAL_CLIENT_ID',
  'PUBLIC_PAYPAL_ANNUAL_PLAN_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_MERCHANT_ID',
  'PAYPAL_WEBHOOK_ID',
  'PUBLIC_FIREBASE_API_KEY',
  'LICENSE_KEY',
  'PROFILE_SERVICE_SECRET',
  'MAIL_LINK_SECRET',
  'MAIL_WEBHOOK_SECRET',
] as const;

/** True for a value of the local stack. PayPal's account ids have no letter O. */
function isStandIn(text = ''): boolean {
  return /^(P-|WH-|whsec_)?lo?cal/i.test(text);
}

const MIN_SECRET_BYTES = 32;

/** Returns the number of random bytes that a text can hold: a hex digit has half a byte, a base64 digit three quarters. */
function countBytes(text: string): number {
  const { length } = text.replace(/=+$/, '');
  return Math.floor(length * (/^[\da-f]+$/i.test(text) ? 0.5 : 0.75));
}

/** A secret needs this many different characters. A random secret of the required length has far more. */
const MIN_DIFFERENT_CHARACTERS = 10;

/** True for a long secret that can be guessed, because it has few different characters or repeats a shorter text. */
function isPredictable(text: string): boolean {
  return new Set(text).size < MIN_DIFFERENT_CHARACTERS || /^(.+?)\1+$/.test(text);
}
