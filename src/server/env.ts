/** True for the JSON of a service account: an object with the account's address and its key. */
const isServiceAccount = (text = ''): boolean => {
  try {
    const account = JSON.parse(text) as { client_email?: unknown; private_key?: unknown } | null;
    return typeof account?.client_email === 'string' && typeof account.private_key === 'string';
  } catch {
    return false;
  }
};

/** The fewest random bytes that production takes as a secret. */
const serviceSecretBytes = 32;

/** How many random bytes a text can hold: half as many as it has characters in hex, else three quarters. */
const bytesIn = (text: string): number => {
  const { length } = text.replace(/=+$/, '');
  return Math.floor(length * (/^[\da-f]+$/i.test(text) ? 0.5 : 0.75));
};

/** Far fewer different characters than any random secret of that length has. */
const fewestCharacters = 10;

/** True for a long secret that can be guessed all the same: a few characters, or a shorter text again and again. */
const isPredictable = (text: string): boolean =>
  new Set(text).size < fewestCharacters || /^(.+?)\1+$/.test(text);

type Source = Readonly<Record<string, string | undefined>>;

/** Says of a setting what is wrong with it. */
type Refuse = (setting: string, message: string) => unknown;

/**
 * The settings of the server, read once; .env.example tells what each is for. By hand and not by schemas: every function
 * begins with them, and the hottest call needs no schema else.
 */
const readSettings = (source: Source, report: (problem: string) => unknown) => {
  const optional = (setting: string): string | undefined => source[setting] || undefined;
  const required = (setting: string): string => {
    const text = optional(setting);
    if (text === undefined) report(`${setting} is missing`);
    return text ?? '';
  };
  const url = (setting: string, otherwise: string): string => {
    const text = optional(setting) ?? otherwise;
    if (!URL.canParse(text)) report(`${setting}: is no address`);
    return text;
  };
  const database = optional('DATABASE_URL') ?? optional('NETLIFY_DATABASE_URL') ?? required('DATABASE_URL');
  // Drivers quote what they cannot read, password and all.
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
    PUBLIC_FIREBASE_API_KEY: optional('PUBLIC_FIREBASE_API_KEY'),
    PUBLIC_FIREBASE_PROJECT_ID: optional('PUBLIC_FIREBASE_PROJECT_ID'),
    FIREBASE_SERVICE_ACCOUNT: optional('FIREBASE_SERVICE_ACCOUNT'),
    FIREBASE_AUTH_EMULATOR_HOST: optional('FIREBASE_AUTH_EMULATOR_HOST'),
    PROFILE_SERVICE_NAME: optional('PROFILE_SERVICE_NAME'),
    PROFILE_SERVICE_SECRET: optional('PROFILE_SERVICE_SECRET'),
    PAUSE_MONTH_CLOSE: optional('PAUSE_MONTH_CLOSE'),
    /** Set by the platform a function runs on; a machine that has it is not somebody's desk. */
    AWS_LAMBDA_FUNCTION_NAME: optional('AWS_LAMBDA_FUNCTION_NAME'),
  };
};

export type Env = Readonly<ReturnType<typeof readSettings>>;

/** Settings whose stand-ins in .env.example say that they are: `local-client`, `LCALMERCHANT2`, `WH-LOCAL-WEBHOOK`. */
const standIns = [
  'PUBLIC_PAYPAL_CLIENT_ID',
  'PUBLIC_PAYPAL_ANNUAL_PLAN_ID',
  'PAYPAL_CLIENT_SECRET',
  'PAYPAL_MERCHANT_ID',
  'PAYPAL_WEBHOOK_ID',
  'PUBLIC_FIREBASE_API_KEY',
  'PROFILE_SERVICE_SECRET',
] as const;

/** PayPal's account ids have no letter O. */
const isStandIn = (text = ''): boolean => /^(P-|WH-)?lo?cal/i.test(text);

/** Settings that do not go together, and the stand-ins of the local stack, which `local` allows and `production` refuses. */
const holdTogether = (settings: Env, refuse: Refuse): void => {
  if (!settings.PROFILE_SERVICE_NAME !== !settings.PROFILE_SERVICE_SECRET)
    refuse('PROFILE_SERVICE_SECRET', 'and PROFILE_SERVICE_NAME are set together, or neither is');
  if (settings.PROFILE_SERVICE_NAME?.includes(':'))
    refuse('PROFILE_SERVICE_NAME', 'cannot hold a colon, which ends the name in HTTP Basic');
  if (settings.APP_ENV === 'local') {
    if (settings.AWS_LAMBDA_FUNCTION_NAME) refuse('APP_ENV', 'is "local" on a production machine');
    return;
  }
  if (!/^postgres(ql)?:\/\//.test(settings.DATABASE_URL))
    refuse('DATABASE_URL', 'must be a postgres:// address in production, not the embedded database');
  for (const setting of ['PAYPAL_API_URL', 'PUBLIC_PAYPAL_SDK_URL'] as const)
    if (!/^https:\/\/([a-z0-9-]+\.)*paypal\.com(\/|$)/.test(settings[setting]))
      refuse(setting, 'must be https on paypal.com in production, not the simulator');
  if (/\bsandbox\b/.test(settings.PAYPAL_API_URL) && settings.PAYPAL_SANDBOX !== 'true')
    refuse(
      'PAYPAL_API_URL',
      'is PayPal’s test system; set PAYPAL_SANDBOX=true where nobody shall really pay',
    );
  if (settings.PUBLIC_FIREBASE_PROJECT_ID && !settings.PUBLIC_FIREBASE_API_KEY)
    refuse('PUBLIC_FIREBASE_API_KEY', 'must be set beside PUBLIC_FIREBASE_PROJECT_ID');
  if (settings.PUBLIC_FIREBASE_PROJECT_ID && !isServiceAccount(settings.FIREBASE_SERVICE_ACCOUNT))
    refuse('FIREBASE_SERVICE_ACCOUNT', 'must hold the JSON of the service account');
  if (settings.FIREBASE_AUTH_EMULATOR_HOST)
    refuse('FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production: it trusts unsigned tokens');
  if (settings.PUBLIC_FIREBASE_PROJECT_ID?.startsWith('demo-'))
    refuse('PUBLIC_FIREBASE_PROJECT_ID', 'names the demonstration project');
  for (const setting of standIns) if (isStandIn(settings[setting])) refuse(setting, 'is the local stand-in');
  const secret = settings.PROFILE_SERVICE_SECRET;
  if (secret && bytesIn(secret) < serviceSecretBytes)
    refuse('PROFILE_SERVICE_SECRET', `must be ${String(serviceSecretBytes)} random bytes or more`);
  else if (secret && isPredictable(secret))
    refuse('PROFILE_SERVICE_SECRET', 'can be guessed; make one with: openssl rand -base64 32');
};

/** A configuration that cannot run; the message names each setting and what is wrong with it. */
export class EnvError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration is incomplete (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'EnvError';
  }
}

/** Reads settings as far as they go, and what is wrong with them; a missing one is empty. */
export const inspectEnv = (source: Source): { readonly env: Env; readonly problems: readonly string[] } => {
  const problems: string[] = [];
  const env = readSettings(source, (problem) => problems.push(problem));
  holdTogether(env, (setting, message) => {
    if (!problems.some((line) => line.startsWith(setting))) problems.push(`${setting}: ${message}`);
  });
  return { env, problems };
};

/** Reads settings; throws an EnvError that names every missing or refused one. */
export const parseEnv = (source: Source): Env => {
  const { env, problems } = inspectEnv(source);
  if (problems.length > 0) throw new EnvError(problems);
  return env;
};

let parsed: Env | undefined;

/** The settings of this process, read at the first call. */
export const readEnv = (): Env => (parsed ??= parseEnv(process.env));
