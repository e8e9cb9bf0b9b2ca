import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { Problem, problem, type ProblemCode } from '../../../shared/problems.ts';
import { type Answer, json } from './answer.ts';

/** Converts any thrown value to a problem. Finds problems that a library wrapped. An unknown error is `internal-error`. */
export function toProblem(error: unknown): Problem {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof Problem) return at;
  return problem('internal-error', { cause: error });
}

/** Creates the answer of a problem. Its body is `{ error, code, requestId, fields? }` and the extra fields of the path. */
export function problemAnswer(failure: Problem, requestId: string, path: string): Answer {
  const { message, code, fields, status } = failure;
  const body = { error: message, code, requestId, ...(fields && { fields }), ...errorExtra(path, message) };
  return json(body, status, { ...retryAfterHeader(failure), ...stepUpHeader(code) });
}

/** A page with an error: its heading, and the link that leads on. */
export interface ErrorPage {
  readonly title: string;
  readonly href: string;
  readonly link: string;
}

/** True for a request of a browser that opens or posts to a page. Scripts and programs do not ask for HTML. */
export function acceptsPage(accept: string | undefined): boolean {
  return /(?:^|[\s,])text\/html(?:[\s,;]|$)/i.test(accept ?? '');
}

/** Creates the page of a problem. */
export async function problemPage(failure: Problem, { title, href, link }: ErrorPage): Promise<Answer> {
  const [{ html }, { notice, pageAnswer }] = await Promise.all([
    import('hono/html'),
    import('./plain-page.ts'),
  ]);
  const body = html`${notice(failure.message, 'error')} <a class="button" href="${href}">${link}</a>`;
  const answer = await pageAnswer(title, body, failure.status);
  return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(failure) } };
}

/** Returns `Retry-After`, in seconds, if a retry makes sense. */
export function retryAfterHeader({ retryAfter }: Problem): Answer['headers'] {
  return retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
}

/** The challenge of RFC 9470, which tells a client that a newer sign-in would be accepted. */
function stepUpHeader(code: ProblemCode): Answer['headers'] {
  const maxAge = String(limits.freshSignInMs / 1_000);
  return code === 'sign-in-again'
    ? { 'WWW-Authenticate': `Bearer error="insufficient_user_authentication", max_age="${maxAge}"` }
    : {};
}

const usualShape = z.object({
  error: z.string().check(z.describe('A sentence for people')),
  code: z.string().check(z.describe('A stable code for programs')),
  requestId: z.string().check(z.describe('The ID of the request in the log')),
  fields: z
    .optional(z.array(z.object({ field: z.string(), message: z.string() })))
    .check(z.describe('The invalid fields of the request, each with a message')),
});

/** The shape of the errors of some calls, which have extra fields. */
export interface ErrorShape {
  readonly schema: z.ZodMiniType;
  /** Paths whose errors have this shape, including unknown paths below those of the calls. */
  readonly paths: RegExp;
  /** Returns the extra fields of an error with this text. */
  readonly extra: (text: string) => Readonly<Record<string, unknown>>;
}

/** The errors of most calls. */
export const usualErrors: ErrorShape = {
  schema: usualShape.check(z.meta({ id: 'Problem' })),
  paths: /^/,
  extra: () => ({}),
};

/** The errors of the user-profile service. */
export const profileErrors: ErrorShape = {
  schema: z
    .extend(usualShape, { message: z.string().check(z.describe('The same sentence as `error`')) })
    .check(z.meta({ id: 'ProfileProblem' })),
  paths: /^(\/api)?\/user-profiles(\/|$)/,
  extra: (message) => ({ message }),
};

/** The errors of a password reset. */
export const resetErrors: ErrorShape = {
  schema: z.extend(usualShape, { success: z.literal(false) }).check(z.meta({ id: 'ResetProblem' })),
  paths: /^\/api\/auth\/reset-password$/,
  extra: () => ({ success: false }),
};

/** Returns the extra fields of an error with this text at this path. */
export function errorExtra(path: string, text: string): Readonly<Record<string, unknown>> {
  const shape = [profileErrors, resetErrors].find(({ paths }) => paths.test(path));
  return shape?.extra(text) ?? {};
}
