import { hash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { unique } from '../../factories.ts';
import type { Rows } from '../../rows.ts';

/** Inserts an open invitation to Basic for $29.99, and returns it with the token of its link. */
export const newInvitation = async (rows: Rows): Promise<{ id: string; token: string }> => {
  const invitation = { id: uuidv7(), token: unique() };
  await rows(
    `insert into invitations (id, token_hash, plan_id, price_cents, reason, ends_at)
     values ($1, $2, 'basic', 2999, 'For founders', now() + interval '30 days')`,
    [invitation.id, hash('sha256', invitation.token, 'base64url')],
  );
  return invitation;
};
