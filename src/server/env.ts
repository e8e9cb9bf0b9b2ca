import * as z from 'zod';

/**
 * The settings of the server, parsed once; .env.example tells what each is for. `local` allows the
 * stand-ins of the local stack, `production` (the default) refuses every one of them.
 */
const optional = z
  .string()
  .optional()
  .transform((text) => text || undefined);

const isJson = (text: string | undefined): boolean => {
  try {
    return text !== undefined && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** The shortest secret that production takes. */
const serviceSecretBytes = 32;

const schema = z
  .object({
    APP_ENV: z.enum(['local', 'production']).default('production'),
    DATABASE_URL: z.string().min(1),
    PUBLIC_PAYPAL_CLIENT_ID: z.string().min(1),
    PUBLIC_PAYPAL_ANNUAL_PLAN_ID: z.string().min(1),
    PUBLIC_PAYPAL_SDK_URL: z.url().default('https://www.paypal.com/sdk/js'),
    PAYPAL_API_URL: z.url().default('https://api-m.paypal.com'),
    PAYPAL_CLIENT_SECRET: z.string().min(1),
    PAYPAL_MERCHANT_ID: z.string().min(1),
    PAYPAL_WEBHOOK_ID: z.string().min(1),
    PUBLIC_FIREBASE_API_KEY: optional,
    PUBLIC_FIREBASE_PROJECT_ID: optional,
    FIREBASE_SERVICE_ACCOUNT: optional,
    FIREBASE_AUTH_EMULATOR_HOST: optional,
    PROFILE_SERVICE_NAME: optional,
    PROFILE_SERVICE_SECRET: optional,
    /** Set by the platform a function runs on; a machine that has it is not somebody's desk. */
    AWS_LAMBDA_FUNCTION_NAME: optional,
  })
  .superRefine((settings, context) => {
    const refuse = (setting: string, message: string) => {
      context.addIssue({ code: 'custom', path: [setting], message });
    };
    if (settings.PUBLIC_FIREBASE_PROJECT_ID && !settings.PUBLIC_FIREBASE_API_KEY)
      refuse('PUBLIC_FIREBASE_API_KEY', 'must be set beside PUBLIC_FIREBASE_PROJECT_ID');
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
    if (settings.PUBLIC_FIREBASE_PROJECT_ID && !isJson(settings.FIREBASE_SERVICE_ACCOUNT))
      refuse('FIREBASE_SERVICE_ACCOUNT', 'must hold the JSON of the service account');
    if (settings.FIREBASE_AUTH_EMULATOR_HOST)
      refuse('FIREBASE_AUTH_EMULATOR_HOST', 'must not be set in production: it trusts unsigned tokens');
    if (settings.PUBLIC_FIREBASE_PROJECT_ID?.startsWith('demo-'))
      refuse('PUBLIC_FIREBASE_PROJECT_ID', 'names the demonstration project');
    const secret = settings.PROFILE_SERVICE_SECRET;
    if (secret?.startsWith('local-')) refuse('PROFILE_SERVICE_SECRET', 'is the local stand-in');
    else if (secret && Buffer.byteLength(secret) < serviceSecretBytes)
      refuse('PROFILE_SERVICE_SECRET', `must be ${String(serviceSecretBytes)} random bytes or more`);
  });

export type Env = z.infer<typeof schema>;

/** A configuration that cannot run; the message names each setting and what is wrong with it. */
export class EnvError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration is incomplete (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
    );
    this.name = 'EnvError';
  }
}

/** Parses settings; throws an EnvError that names every missing or refused one. */
export const parseEnv = (source: Readonly<Record<string, string | undefined>>): Env => {
  const settings = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse({
    ...settings,
    DATABASE_URL: settings.DATABASE_URL ?? settings.NETLIFY_DATABASE_URL,
  });
  if (result.success) return result.data;
  throw new EnvError(
    result.error.issues.map((issue) => {
      const setting = issue.path.join('.');
      return settings[setting] === undefined && issue.code !== 'custom'
        ? `${setting} is missing`
        : `${setting}: ${issue.message}`;
    }),
  );
};

let parsed: Env | undefined;

/** The settings of this process, parsed at the first call. */
export const readEnv = (): Env => (parsed ??= parseEnv(process.env));
