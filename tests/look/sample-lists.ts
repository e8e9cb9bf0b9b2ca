import type { AnswerOf } from '../../src/client/api.ts';

type Letter = AnswerOf<'GET /api/letters'>['letters'][number];

const letter: Letter = {
  slug: 'version-1-0',
  audience: 'readers',
  subject: 'Kithbook 1.0 is here',
  preview: 'Find duplicates, keep the archive, and share it with your family.',
  state: 'not-sent',
  queued_at: null,
  sent_by: null,
  recipients: 0,
  sent: 0,
  waiting: 0,
  failed: 0,
  cancelled: 0,
};

const sending = { queued_at: '2026-11-20T10:00:00Z', sent_by: 'admin@kithbook.example', recipients: 2_340 };

/** A letter in each state. The local stack has no address to send one to. */
export const letters: readonly Letter[] = [
  letter,
  {
    ...letter,
    ...sending,
    slug: 'b',
    audience: 'affiliates',
    subject: 'New commissions from January',
    state: 'sending',
    sent: 912,
    failed: 3,
  },
  {
    ...letter,
    ...sending,
    slug: 'c',
    subject: 'What we learned from your first year',
    state: 'paused',
    sent: 1_204,
    cancelled: 2,
  },
  {
    ...letter,
    ...sending,
    slug: 'd',
    subject: 'The archive that your grandchildren can open',
    state: 'sent',
    sent: 2_331,
    failed: 7,
    cancelled: 2,
  },
];

type Invitation = AnswerOf<'GET /api/invitations'>['invitations'][number];

const invitation: Invitation = {
  id: '1',
  plan: 'annual',
  price_cents: 39_99,
  provider_plan_id: 'P-8ML4271244454362XWNWU5NQ',
  reason: 'The founders’ price, because you told us about the first bug.',
  state: 'open',
  ends_at: '2026-12-30T12:00:00Z',
  order_id: null,
  used_at: null,
};

/** An invitation in the states that an admin reads about. */
export const invitations: readonly Invitation[] = [
  invitation,
  { ...invitation, id: '2', state: 'used', order_id: 'I-8WR5LT29DS3B', used_at: '2026-11-02T12:00:00Z' },
  { ...invitation, id: '3', plan: 'basic', price_cents: 29_99, reason: 'Press', state: 'withdrawn' },
];
