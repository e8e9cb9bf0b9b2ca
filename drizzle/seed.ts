import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/db/database.ts';
import { affiliates } from '../src/server/db/schema/affiliates.ts';

const day = Date.UTC(2025, 7, 15, 9);

/** The sample affiliates of the local stack: fixed ids and dates, so that every start is the same. */
const sampleAffiliates = [
  {
    id: '01990000-0000-7000-8000-00000000ada1',
    name: 'ada',
    email: 'ada@kithbook.example',
    code: 'ada0001',
    dateCreated: new Date(day),
    dateActivated: new Date(day + 26 * 60 * 60 * 1_000),
  },
  {
    id: '01990000-0000-7000-8000-00000000b1a2',
    name: 'pia',
    email: 'pia@kithbook.example',
    code: 'pia0002',
    dateCreated: new Date(day + 48 * 60 * 60 * 1_000),
    dateActivated: null,
  },
];

/** Writes the sample rows that are missing; what is there stays as it is. */
export const seed = async (db: Database): Promise<void> => {
  await db.insert(affiliates).values(sampleAffiliates).onConflictDoNothing();
  await db.execute(sql`analyze`);
};
