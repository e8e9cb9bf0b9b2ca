import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/frame/context/database.ts';
import { affiliates } from '../src/server/frame/db/schema/affiliates.ts';
import { userProfiles } from '../src/server/frame/db/schema/user-profiles.ts';

const hourMs = 60 * 60 * 1_000;

/** 2025-08-15, 9:00 UTC. */
const firstMoment = Date.UTC(2025, 7, 15, 9);

/**
 * Returns the sample affiliates of the local stack. Ids are fixed, so that every start creates the same rows. The waiting
 * application is an hour old, so that it is not overdue on a newcomer's first screen.
 */
function sampleAffiliates(now: Date) {
  return [
    {
      id: '01990000-0000-7000-8000-00000000ada1',
      name: 'ada',
      email: 'ada@kithbook.example',
      code: 'ada0001',
      dateCreated: new Date(firstMoment),
      dateActivated: new Date(firstMoment + 26 * hourMs),
    },
    {
      id: '01990000-0000-7000-8000-00000000b1a2',
      name: 'pia',
      email: 'pia@kithbook.example',
      code: 'pia0002',
      dateCreated: new Date(now.getTime() - hourMs),
      dateActivated: null,
    },
  ];
}

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
    createdAt: new Date(firstMoment),
    updatedAt: new Date(firstMoment),
  },
  {
    id: '01990000-0000-7000-8000-0000000b1a02',
    userId: 'seed-pia',
    name: 'Pia Profile',
    email: 'pia@kithbook.example',
    createdAt: new Date(firstMoment + 48 * hourMs),
    updatedAt: new Date(firstMoment + 72 * hourMs),
  },
  {
    id: '01990000-0000-7000-8000-0000000ca703',
    userId: 'seed-carl',
    createdAt: new Date(firstMoment + 96 * hourMs),
    updatedAt: new Date(firstMoment + 96 * hourMs),
  },
];

/** Inserts the missing sample rows. Existing rows stay as they are. */
export async function seed(db: Pick<Database, 'insert' | 'execute'>, now = new Date()): Promise<void> {
  await db.insert(affiliates).values(sampleAffiliates(now)).onConflictDoNothing();
  await db.insert(userProfiles).values(sampleProfiles).onConflictDoNothing();
  await db.execute(sql`analyze`);
}
