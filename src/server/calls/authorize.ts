import { problem } from '../../shared/problems.ts';
import { type Actor, type Context, isAdmin } from '../context.ts';
import type { Access } from '../http/access.ts';
import { basicCredentials } from '../http/basic-credentials.ts';
import type { Request } from '../http/types.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/**
 * Lets a call pass by its row of the access table, and notes in its context who makes it: throws 401 for nobody, a bad
 * token or wrong credentials, 403 without the admin claim. A token on an open call is still checked, so that an
 * admin is known there too. The user's record is read for every token, so a revoked token and a disabled account end at
 * once.
 */
export const authorize = async (c: Request, access: Access): Promise<void> => {
  const context = c.get('context');
  const header = c.req.header('authorization');
  const actor = header ? await actorOf(context, access, header) : context.actor;
  if (access.who !== 'open' && actor.kind === 'anonymous') {
    context.identity.assertConfigured();
    throw problem('sign-in-required');
  }
  if (access.who === 'admin' && !isAdmin(actor)) throw problem('admin-required');
  if (actor !== context.actor) c.set('context', { ...context, actor });
};

const actorOf = async (context: Context, access: Access, header: string): Promise<Actor> => {
  if (/^Basic\b/i.test(header)) {
    if (!access.service) throw problem('sign-in-required');
    const { signInService } = await import('../accounts/sign-in-service.ts');
    return signInService(context, basicCredentials(header));
  }
  if (!/^Bearer\b/i.test(header)) return context.actor;
  const token = bearer.exec(header)?.[1];
  const user = token ? await context.identity.verifyToken(token) : null;
  if (!user) throw problem('sign-in-required');
  return { kind: 'user', ...user };
};
