import { newCode } from '../../../../src/shared/referral.ts';
import { newAccount } from '../../accounts.ts';
import type { Answer, Call } from '../../harness.ts';
import { unique } from '../../factories.ts';

/** Returns the application that the sign-up page sends for an email. */
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
  /** Applies as this account, with changes to the application. */
  readonly apply: (changes?: object) => Promise<Answer>;
}

/** Creates an account without an affiliate. */
export const newApplicant = async ({ call }: { readonly call: Call }): Promise<Applicant> => {
  // Codes begin with the local part of the email. A unique local part keeps the codes of tests apart.
  const account = await newAccount(`${unique()}@mail.example`);
  const apply = (changes: object = {}) => {
    const body = { ...applicationOf(account.email), ...changes };
    return call('POST', '/api/affiliates', body, { token: account.token });
  };
  return { ...account, apply };
};
