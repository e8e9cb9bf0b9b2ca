import * as z from 'zod/mini';

const usual = z.object({
  error: z.string().check(z.describe('A sentence for people')),
  code: z.string().check(z.describe('Stable: what a program goes by')),
  requestId: z.string().check(z.describe('What the log knows the request by')),
  fields: z
    .optional(z.array(z.object({ field: z.string(), message: z.string() })))
    .check(z.describe('What is wrong with which field of the request')),
});

/** The shape of the errors of some calls, with fields beside the usual ones. */
export interface ErrorShape {
  readonly schema: z.ZodMiniType;
  /** Paths whose errors have the shape. Unknown paths below the calls' are among them. */
  readonly paths: RegExp;
  /** The further fields of an error with this text. */
  readonly extra: (text: string) => Readonly<Record<string, unknown>>;
}

/** The errors of most calls. */
export const usualErrors: ErrorShape = {
  schema: usual.check(z.meta({ id: 'Problem' })),
  paths: /^/,
  extra: () => ({}),
};

/** The errors of the user-profile service. */
export const profileErrors: ErrorShape = {
  schema: z
    .extend(usual, { message: z.string().check(z.describe('The same sentence as `error`')) })
    .check(z.meta({ id: 'ProfileProblem' })),
  paths: /^(\/api)?\/user-profiles(\/|$)/,
  extra: (message) => ({ message }),
};

/** The errors of a password reset. */
export const resetErrors: ErrorShape = {
  schema: z.extend(usual, { success: z.literal(false) }).check(z.meta({ id: 'ResetProblem' })),
  paths: /^\/api\/auth\/reset-password$/,
  extra: () => ({ success: false }),
};

/** The further fields of an error with this text that a path is answered with. */
export function errorExtra(path: string, text: string): Readonly<Record<string, unknown>> {
  const shape = [profileErrors, resetErrors].find(({ paths }) => paths.test(path));
  return shape?.extra(text) ?? {};
}
