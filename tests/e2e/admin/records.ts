import { uuidv7 } from 'uuidv7';
import { unique } from '../../api/mint.ts';

type Rows = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A record of the test's own; its tag stands in every text of it, and in no other record. */
export interface Minted {
  readonly id: string;
  readonly tag: string;
  readonly name: string;
  readonly email: string;
  readonly code: string;
}

const newTexts = (tag: string, end: string) => ({
  id: uuidv7(),
  tag,
  name: `Record ${tag}${end}`,
  email: `${tag}${end}@mail.example`,
  code: `${tag}${end}`,
});

interface Changes {
  readonly email?: string;
  /** Several records may have the same, and are told apart by their end. */
  readonly tag?: string;
  readonly end?: string;
  readonly active?: string | null;
  readonly created?: string;
}

/** An affiliate, straight into the table: not activated, of this moment, unless `changes` says otherwise. */
export const newAffiliate = async (rows: Rows, changes: Changes = {}): Promise<Minted> => {
  const { tag = unique(), end = '', active = null, created = new Date().toISOString() } = changes;
  const texts = newTexts(tag, end);
  const made = { ...texts, email: changes.email ?? texts.email };
  await rows(
    `insert into affiliates (id, name, email, code, date_activated, date_created)
     values ($1, $2, $3, $4, $5, $6)`,
    [made.id, made.name, made.email, made.code, active, created],
  );
  return made;
};

/** Three affiliates with one tag; their names end in a, b and c. */
export const threeAffiliates = async (rows: Rows): Promise<Minted[]> => {
  const tag = unique();
  const made: Minted[] = [];
  for (const end of ['b', 'a', 'c']) made.push(await newAffiliate(rows, { tag, end }));
  return made;
};

/** A customer, straight into the table. */
export const newCustomer = async (
  rows: Rows,
  changes: Pick<Changes, 'tag' | 'end'> = {},
): Promise<Minted> => {
  const made = newTexts(changes.tag ?? unique(), changes.end ?? '');
  await rows('insert into customers (id, name, email) values ($1, $2, $3)', [made.id, made.name, made.email]);
  return made;
};
