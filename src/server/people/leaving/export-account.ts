import { problem } from '../../../shared/problems.ts';
import type { Context } from '../../frame/context/context.ts';
import { loadPersonalData, type PersonalData } from '../customers/personal-data.ts';
import { assertOnlyOwnSpelling } from '../buyers/own-address.ts';

/** Everything that is stored about a signed-in person. Dates are ISO 8601 with an offset. */
export type AccountExport = PersonalData & {
  readonly account: { readonly uid: string; readonly email: string; readonly email_verified: boolean };
};

/**
 * Exports everything that is stored about the caller: the account, and the data about its confirmed address. The address alone
 * opens nothing, because anybody can sign up with any email. Throws `email-unverified` or `address-spelling-differs`.
 */
export async function exportAccount(context: Context): Promise<AccountExport> {
  const { actor } = context;
  if (actor.kind !== 'user' || actor.email === null || !actor.emailVerified)
    throw problem('email-unverified');
  const { uid, email, emailVerified } = actor;
  await assertOnlyOwnSpelling(context, email);
  const data = await loadPersonalData(context, email, uid);
  return { account: { uid, email, email_verified: emailVerified }, ...data };
}
