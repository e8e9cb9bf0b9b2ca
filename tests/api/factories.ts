import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Rows } from './rows.ts';

/** Returns a short unique text. */
export const unique = (): string => randomUUID().slice(0, 13).replace('-', '');

/** Returns a unique email address. */
export const newEmail = (who = 'reader'): string => `${who}-${unique()}@mail.example`;

export interface TestAffiliate {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

/** Inserts an affiliate, active since 2025 by default. `activeFrom: null` makes an inactive affiliate. */
export const newAffiliate = async (
  rows: Rows,
  {
    activeFrom = '2025-01-01T00:00:00Z',
    email = newEmail('affiliate'),
    code = `k${unique()}`,
  }: { activeFrom?: string | null; email?: string; code?: string } = {},
): Promise<TestAffiliate> => {
  const affiliate = { id: uuidv7(), code, email };
  await rows('insert into affiliates (id, name, email, code, date_activated) values ($1, $2, $3, $4, $5)', [
    affiliate.id,
    'Minted',
    affiliate.email,
    affiliate.code,
    activeFrom,
  ]);
  return affiliate;
};

/** Returns the fields of a withdrawal from a contract. */
/** Gives the affiliate with this code a named link, and returns the link's code. */
export const newNamedLink = async (rows: Rows, ownCode: string, label = unique()): Promise<string> => {
  const code = `link-${unique()}`;
  const owner = 'select $1, affiliate_id, $2 from affiliate_codes where code = $3';
  await rows(`insert into affiliate_codes (code, affiliate_id, label) ${owner}`, [code, label, ownCode]);
  return code;
};

export const newWithdrawal = (changes: { name?: string; order_number?: string; email?: string } = {}) => ({
  name: 'Carl Sample',
  order_number: unique().toUpperCase(),
  email: newEmail('buyer'),
  ...changes,
});
