import { problem } from '../../shared/problems.ts';
import { type Actor, type Context, isAdmin } from '../context.ts';
import type { Access } from '../http/access.ts';
import type { Answer } from '../http/answer.ts';
import { basicCredentials } from '../http/basic-credentials.ts';
import type { Handler } from '../http/calls.ts';
import type { Request } from '../http/types.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/** Has the work of a machine's call done, if its credentials are right. */
type AsMachine = (work: Handler) => Promise<Answer>;

const reading = ['GET', 'HEAD'];

/**
 * Lets a call pass by its row of the access table, and notes in its context who makes it: throws 401 for nobody or a bad
 * token, 403 without the admin claim. A token on an open call is still checked, so that an
 * admin is known there too; the user's record is asked for with every write and every admin call. What it answers, not null
 * where credentials are given, has the call's work done.
 */
export const authorize = async (c: Request, access: Access): Promise<AsMachine | null> => {
  const context = c.get('context');
  const header = c.req.header('authorization');
  if (header && /^Basic\b/i.test(header)) {
    if (!access.service) throw problem('sign-in-required');
    return asMachine(c, header);
  }
  const actor = header ? await actorOf(context, access, header, c.req.method) : context.actor;
  if (access.who !== 'open' && actor.kind === 'anonymous') {
    context.identity.assertConfigured();
    throw problem('sign-in-required');
  }
  if (access.who === 'admin' && !isAdmin(actor)) throw problem('admin-required');
  if (actor !== context.actor) c.set('context', { ...context, actor });
  return null;
};

const asMachine = async (c: Request, header: string): Promise<AsMachine> => {
  const { asService } = await import('../domain/account/as-service.ts');
  return (work) =>
    asService(c.get('context'), basicCredentials(header), {
      reads: reading.includes(c.req.method),
      work: (context) => {
        c.set('context', context);
        return work(c);
      },
    });
};

const actorOf = async (context: Context, access: Access, header: string, method: string): Promise<Actor> => {
  if (!/^Bearer\b/i.test(header)) return context.actor;
  const token = bearer.exec(header)?.[1];
  const checkRecord = access.who === 'admin' || !reading.includes(method);
  const user = token ? await context.identity.verifyToken(token, { checkRecord }) : null;
  if (!user) throw problem('sign-in-required');
  return { kind: 'user', ...user };
};
