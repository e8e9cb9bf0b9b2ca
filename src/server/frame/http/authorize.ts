import { type Problem, problem } from '../../../shared/problems.ts';
import { isRole, type ServiceCredentials } from '../../../shared/roles.ts';
import { type Actor, type Context, hasStaffRole } from '../context/context.ts';
import type { Route } from './route.ts';
import type { RequestContext } from './types.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/** The look-ups of callers without a token. */
export interface Callers {
  /** Returns the buyer of the request's cookie, or an unknown caller. */
  readonly findBuyer: (c: RequestContext) => Promise<Actor>;
  /** Returns the machine with these credentials. Throws `sign-in-required` for wrong ones. */
  readonly findService: (context: Context, credentials: ServiceCredentials) => Promise<Actor>;
}

/**
 * Puts the caller into the context. Throws 401 for a bad token or wrong credentials. It also checks tokens on public calls, where
 * an admin may see more. Each check reads the user's record, so a revoked token or a disabled account is refused at once.
 */
export async function authenticate(c: RequestContext, call: Route, callers: Callers): Promise<void> {
  const context = c.get('context');
  const header = c.req.header('authorization');
  if (call.access === 'buyer') {
    c.set('context', { ...context, actor: await callers.findBuyer(c) });
  } else if (header) {
    c.set('context', { ...context, actor: await identifyCaller(context, call, callers, header) });
  }
}

/**
 * Checks that the caller may make the call. Throws 401 for an unknown caller, and for a sign-in that is too old. Throws 403 for a caller
 * without the role of the call, or without the second factor.
 */
export function authorize(c: RequestContext, { access, needsFreshSignIn }: Route): void {
  const { actor, identity } = c.get('context');
  if (access === 'buyer' && actor.kind !== 'buyer') throw problem('portal-session-required');
  if (access !== 'public' && actor.kind === 'anonymous') {
    identity.assertConfigured();
    throw problem('sign-in-required');
  }
  if (isRole(access) && !hasStaffRole(actor, access)) throw missingRole(actor);
  if (needsFreshSignIn && !(actor.kind === 'user' && actor.hasFreshSignIn)) throw problem('sign-in-again');
}

/** Returns the problem of a caller whose role is too low for a call. */
function missingRole(actor: Actor): Problem {
  if (actor.kind !== 'user') return problem('admin-required');
  if (actor.lacksSecondFactor) return problem('second-factor-required');
  return problem(actor.role === null ? 'admin-required' : 'role-too-low');
}

/**
 * Refuses a buyer's change from another website. Browsers send a cookie with SameSite=Strict also from other hosts of the same
 * site. Clients other than browsers name no origin.
 */
export function refuseOtherSites(c: RequestContext): void {
  if (!isSameOrigin(c)) throw problem('other-website');
}

function isSameOrigin(c: RequestContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || URL.parse(origin)?.host === new URL(c.req.url).host;
}

async function identifyCaller(
  context: Context,
  call: Route,
  { findService }: Callers,
  header: string,
): Promise<Actor> {
  if (/^Basic\b/i.test(header)) {
    if (!call.service) throw problem('sign-in-required');
    return findService(context, parseBasicCredentials(header));
  }
  if (!/^Bearer\b/i.test(header)) return context.actor;
  const token = bearer.exec(header)?.[1];
  const user = token ? await context.identity.verifyToken(token) : null;
  if (!user) throw problem('sign-in-required');
  const { isSecondFactorRequired = false } = context.settings;
  if (user.role === null || user.hasSecondFactor || !isSecondFactorRequired) return { kind: 'user', ...user };
  return { kind: 'user', ...user, role: null, lacksSecondFactor: true };
}

/** Parses an HTTP Basic header (RFC 7617, UTF-8). Name and secret are empty if it is malformed. */
function parseBasicCredentials(header: string): ServiceCredentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? { name: '', secret: '' } : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}
