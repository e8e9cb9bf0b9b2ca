import { newCode } from '../../../src/shared/referral.ts';
import { newAccount } from '../accounts.ts';
import type { Answer, Call } from '../harness.ts';
import { unique } from '../mint.ts';

/** What the sign-up page sends for an address. */
export const applicationOf = (email: string) => ({
  name: email.split('@')[0] ?? '',
  email,
  code: newCode(email),
  referred_by: null as string | null,
});

export interface Applicant {
  readonly uid: string;
  readonly email: string;
  readonly token: string;
  /** Applies as this account, with changes to what the sign-up page sends. */
  readonly apply: (changes?: object) => Promise<Answer>;
}

/** A new account without an affiliate record. */
export const newApplicant = async ({ call }: { readonly call: Call }): Promise<Applicant> => {
  // Codes begin as addresses do, with four digits more: others' would meet now and then.
  const account = await newAccount(`${unique()}@mail.example`);
  const apply = (changes: object = {}) => {
    const body = { ...applicationOf(account.email), ...changes };
    return call('POST', '/api/affiliates', body, { token: account.token });
  };
  return { ...account, apply };
};
