import type { MiddlewareHandler } from 'hono';
import { problem } from '../../shared/problems.ts';
import type { Access } from '../http/access.ts';
import { type Actor, isAdmin } from '../context.ts';
import type { AppEnv } from '../http/types.ts';
import type { Identity } from '../vendors/identity/identity.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/**
 * Lets a call pass by its row of the access table: 401 for nobody or a bad token, 403 without the admin
 * claim. A token on an open call is still checked, so that an admin is known there too; the user's
 * record is asked for with every write and every admin call.
 */
export const authorize =
  (identity: Identity) =>
  (access: Access): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const header = c.req.header('authorization');
    if (header && /^Basic\b/i.test(header) && !access.service) throw problem('sign-in-required');
    const actor = await actorOf(identity, access, header, c.req.method);
    if (access.who !== 'open' && actor.kind === 'anonymous') {
      identity.assertConfigured();
      throw problem('sign-in-required');
    }
    if (access.who === 'admin' && !isAdmin(actor)) throw problem('admin-required');
    c.set('context', { ...c.get('context'), actor });
    await next();
  };

const actorOf = async (
  identity: Identity,
  access: Access,
  header: string | undefined,
  method: string,
): Promise<Actor> => {
  if (!header || !/^Bearer\b/i.test(header)) return { kind: 'anonymous' };
  const token = bearer.exec(header)?.[1];
  const checkRecord = access.who === 'admin' || !['GET', 'HEAD'].includes(method);
  const user = token ? await identity.verifyToken(token, { checkRecord }) : null;
  if (!user) throw problem('sign-in-required');
  return { kind: 'user', ...user };
};
