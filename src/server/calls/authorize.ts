import { problem } from '../../shared/problems.ts';
import { type Context, isAdmin } from '../context.ts';
import type { LetIn } from '../domain/account/sign-in-service.ts';
import type { Access } from '../http/access.ts';
import { basicCredentials } from '../http/basic-credentials.ts';
import type { Request } from '../http/types.ts';

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i;

/**
 * Lets a call pass by its row of the access table, and notes in its context who makes it: throws 401 for nobody, a bad
 * token or wrong credentials, 403 without the admin claim. A token on an open call is still checked, so that an
 * admin is known there too; the user's record is asked for with every write and every admin call. A machine's read may be
 * let in on condition: then it answers what the read's answer has to wait for.
 */
export const authorize = async (c: Request, access: Access): Promise<LetIn> => {
  const context = c.get('context');
  const header = c.req.header('authorization');
  const caller: LetIn = header ? await callerOf(context, access, header, c.req.method) : context;
  const { actor } = caller;
  if (access.who !== 'open' && actor.kind === 'anonymous') {
    context.identity.assertConfigured();
    throw problem('sign-in-required');
  }
  if (access.who === 'admin' && !isAdmin(actor)) throw problem('admin-required');
  if (actor !== context.actor) c.set('context', { ...context, actor });
  return caller;
};

const callerOf = async (context: Context, access: Access, header: string, method: string): Promise<LetIn> => {
  const isRead = method === 'GET' || method === 'HEAD';
  if (/^Basic\b/i.test(header)) {
    if (!access.service) throw problem('sign-in-required');
    const { signInService } = await import('../domain/account/sign-in-service.ts');
    const machine = await signInService(context, basicCredentials(header));
    if (!isRead) await machine.isFree;
    return machine;
  }
  if (!/^Bearer\b/i.test(header)) return context;
  const token = bearer.exec(header)?.[1];
  const checkRecord = access.who === 'admin' || !isRead;
  const user = token ? await context.identity.verifyToken(token, { checkRecord }) : null;
  if (!user) throw problem('sign-in-required');
  return { actor: { kind: 'user', ...user } };
};
