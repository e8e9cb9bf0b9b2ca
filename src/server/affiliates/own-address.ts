import type { Actor } from '../context.ts';

/** Whether an address, in any case, is that of the caller's account. */
export const isOwnAddress = (actor: Actor, address: string): actor is Extract<Actor, { kind: 'user' }> =>
  actor.kind === 'user' && actor.email?.toLowerCase() === address.toLowerCase();
