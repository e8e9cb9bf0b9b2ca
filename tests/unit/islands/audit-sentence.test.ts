import { expect, test } from 'vitest';
import { type AuditEntry, auditSentence } from '../../../src/islands/admin/audit/audit-sentence.ts';
import { auditActions, auditNouns } from '../../../src/shared/messages/audit.ts';

const entry: AuditEntry = {
  id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1d33',
  at: '2025-08-04T12:00:00.000Z',
  actor_id: 'uid',
  actor_email: 'admin@mail.example',
  action: 'affiliate.update',
  entity: 'affiliate',
  entity_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11',
  record: { name: 'ada0001', closed: false },
  batch_size: 1,
  before: null,
  after: null,
  reason: null,
  request_id: null,
};

function sentence(changes: Partial<AuditEntry>): string {
  const { person, verb, record, end } = auditSentence({ ...entry, ...changes });
  return [person, verb, record, end].filter(Boolean).join(' ');
}

const active = { date_activated: '2025-08-01T09:00:00.000Z' };
const inactive = { date_activated: null };

test.each<[Partial<AuditEntry>, string]>([
  [{ before: inactive, after: active }, 'activated ada0001'],
  [{ before: active, after: inactive }, 'deactivated ada0001'],
  [{ before: { ...active, name: 'a' }, after: { ...active, name: 'b' } }, 'changed ada0001'],
  [{ action: 'affiliate.create', reason: 'import', batch_size: 1_200 }, 'imported 1,200 affiliates'],
  [{ action: 'affiliate.create', after: active }, 'created ada0001'],
  [{ action: 'affiliate.delete', record: null }, 'deleted affiliate 019a2f4e…'],
  [
    { action: 'payout.paid', entity: 'payout', record: { name: 'ada0001', month: '2025-08' } },
    'marked the payout of ada0001 for August 2025 as paid',
  ],
  [{ action: 'payout.approve', entity: 'payout', batch_size: 3 }, 'approved 3 payouts'],
  [
    { action: 'purchase.refund', entity: 'purchase', record: { name: '5O1' } },
    'asked PayPal to refund a payment of purchase 5O1',
  ],
  [{ action: 'event.retry', entity: 'event', entity_id: 'WH-1', record: null }, 'retried PayPal event WH-1'],
])('an entry with %o reads "%s"', (changes, expected) => {
  expect(sentence(changes)).toBe(`admin@mail.example ${expected}`);
});

test('the person is an email, an account, a machine or a buyer', () => {
  expect(auditSentence({ ...entry, actor_email: null }).person).toBe('uid');
  expect(auditSentence({ ...entry, actor_email: null, actor_id: 'service' }).person).toMatch(/machine/);
  expect(auditSentence({ ...entry, actor_email: null, actor_id: 'buyer' }).person).toBe('A buyer');
});

test.each<[Partial<AuditEntry>, string | null]>([
  [{}, '/affiliate-admin?q=ada0001'],
  [{ record: { name: 'ada0001', closed: true } }, '/affiliate-admin?q=ada0001&state=closed'],
  [{ entity: 'customer', record: { name: 'a@b.example' } }, '/customer-admin?q=a%40b.example'],
  [{ entity: 'purchase', record: { name: '5O1' } }, '/purchases-admin?q=5O1'],
  [{ entity: 'payout', record: { name: 'ada0001', month: '2025-08' } }, '/payouts?month=2025-08'],
  [{ entity: 'user-profile', record: { name: 'u 1' } }, '/user-profile-admin?id=u+1'],
  [{ entity: 'event', record: null }, null],
  [{ record: null }, null],
  [{ batch_size: 2 }, null],
])('the record of %o is at %s', (changes, expected) => {
  expect(auditSentence({ ...entry, ...changes }).href).toBe(expected);
});

test('every action is of a kind of record that has a noun', () => {
  for (const action of Object.keys(auditActions))
    expect(auditNouns).toHaveProperty([action.split('.')[0] ?? '']);
});
