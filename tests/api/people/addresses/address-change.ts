import { expect } from 'vitest';
import * as z from 'zod';
import { signToken } from '../../../../src/server/frame/mail/signed-links.ts';
import { newConfirmedAccount } from '../../accounts.ts';
import { newEmail } from '../../factories.ts';
import { type Api, settings } from '../../harness.ts';

type Caller = Pick<Api, 'call' | 'rows'>;
type Account = Awaited<ReturnType<typeof newConfirmedAccount>>;

const newest = z.tuple([z.object({ id: z.string() })]);

/** Returns the tokens of the links in the mails about the newest change of an account. */
export const linksOf = async (api: Pick<Api, 'rows'>, uid: string) => {
  const rows = await api.rows('select id from address_changes where uid = $1 order by id desc limit 1', [
    uid,
  ]);
  const [{ id }] = newest.parse(rows);
  const secret = settings.mailLinkSecret ?? '';
  return {
    id,
    confirm: signToken(secret, 'address-confirm', id),
    undo: signToken(secret, 'address-undo', id),
  };
};

/** Asks for a new address of an account. Returns both addresses and the tokens of the links. */
export const newAddressChange = async (api: Caller, account?: Account, to = newEmail('new')) => {
  const owner = account ?? (await newConfirmedAccount());
  const answer = await api.call('POST', '/api/account/address', { email: to }, { token: owner.token });
  expect(answer).toMatchObject({ status: 202, body: { email: to } });
  return { ...owner, to, ...(await linksOf(api, owner.uid)) };
};
