import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Rows } from './rows.ts';

/** A short text that no other test has. */
export const unique = (): string => randomUUID().slice(0, 13).replace('-', '');

/** An address of nobody else. */
export const newEmail = (who = 'reader'): string => `${who}-${unique()}@mail.example`;

export interface MintedAffiliate {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

/** An affiliate of the test's own, active since 2025 unless `activeFrom` says otherwise (null: inactive). */
export const newAffiliate = async (
  rows: Rows,
  {
    activeFrom = '2025-01-01T00:00:00Z',
    email = newEmail('affiliate'),
    code = `k${unique()}`,
  }: { activeFrom?: string | null; email?: string; code?: string } = {},
): Promise<MintedAffiliate> => {
  const made = { id: uuidv7(), code, email };
  await rows('insert into affiliates (id, name, email, code, date_activated) values ($1, $2, $3, $4, $5)', [
    made.id,
    'Minted',
    made.email,
    made.code,
    activeFrom,
  ]);
  return made;
};
