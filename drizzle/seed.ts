import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/db/database.ts';
import { affiliates } from '../src/server/db/schema/affiliates.ts';
import { userProfiles } from '../src/server/db/schema/user-profiles.ts';

const day = Date.UTC(2025, 7, 15, 9);

/** The sample affiliates of the local stack. Fixed ids and dates make every start equal. */
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

/** The sample profiles: complete, partial, and with only a user id. They have no picture, since the stack has none to serve. */
const sampleProfiles = [
  {
    id: '01990000-0000-7000-8000-0000000ada01',
    userId: 'seed-ada',
    name: 'Ada Affiliate',
    email: 'ada@kithbook.example',
    phone: '+1 (555) 010-0123',
    facebookId: 'ada.affiliate.sample',
    linkedinId: 'ada-affiliate-sample',
    createdAt: new Date(day),
    updatedAt: new Date(day),
  },
  {
    id: '01990000-0000-7000-8000-0000000b1a02',
    userId: 'seed-pia',
    name: 'Pia Profile',
    email: 'pia@kithbook.example',
    createdAt: new Date(day + 48 * 60 * 60 * 1_000),
    updatedAt: new Date(day + 72 * 60 * 60 * 1_000),
  },
  {
    id: '01990000-0000-7000-8000-0000000ca703',
    userId: 'seed-carl',
    createdAt: new Date(day + 96 * 60 * 60 * 1_000),
    updatedAt: new Date(day + 96 * 60 * 60 * 1_000),
  },
];

/** Inserts the missing sample rows. Existing rows stay as they are. */
export async function seed(db: Pick<Database, 'insert' | 'execute'>): Promise<void> {
  await db.insert(affiliates).values(sampleAffiliates).onConflictDoNothing();
  await db.insert(userProfiles).values(sampleProfiles).onConflictDoNothing();
  await db.execute(sql`analyze`);
}
