-- Rows of the baseline: at least one in every table, and a value in every column.

-- Affiliates: one who was deactivated and activated again, one who was never active, one who is closed, and one who is active.
insert into affiliates (id, name, email, owner_uid, email_confirmed_at, code, referred_by, date_activated, date_created, payout_email, no_minimum, closed_at) values
  ('00000001-0000-7000-8000-0000000000a1', 'Ada', 'ada@first.example', 'uid-ada', '2026-01-02', 'ada-first', null, '2025-08-01', '2025-07-30', 'pay@first.example', true, null),
  ('00000001-0000-7000-8000-0000000000a2', 'Pia "ä"', 'Pia@First.example', null, null, 'pia-first', 'ada@first.example', null, '2025-07-31', null, false, null),
  ('00000001-0000-7000-8000-0000000000a3', 'closed', null, null, null, 'closed-first', null, null, '2025-07-31', null, false, '2025-09-20'),
  ('00000001-0000-7000-8000-0000000000a4', 'Second', 'second@second.example', null, null, 'second', null, '2025-08-05', '2025-08-05', 'second@second.example', false, null);
update affiliates set date_activated = null, version = version + 1 where code = 'ada-first';
update affiliates set date_activated = '2025-08-02', version = version + 1 where code = 'ada-first';
insert into payout_email_changes (id, affiliate_id, email, changed_by) values
  ('00000001-0000-7000-8000-0000000000b1', '00000001-0000-7000-8000-0000000000a1', 'pay@first.example', 'uid-ada'),
  ('00000001-0000-7000-8000-0000000000b2', '00000001-0000-7000-8000-0000000000a1', 'other@first.example', 'uid-ada');
update payout_email_changes set email = null where id = '00000001-0000-7000-8000-0000000000b1';

insert into customers (id, name, email, created_at) values
  ('00000001-0000-7000-8000-0000000000c1', 'Reader', 'Reader@First.example', '2025-08-01'),
  ('00000001-0000-7000-8000-0000000000c2', null, 'only-email@first.example', '2025-08-02'),
  ('00000001-0000-7000-8000-0000000000c3', 'Only a name', null, '2025-08-03'),
  ('00000001-0000-7000-8000-0000000000c4', 'İstanbul %_\', 'second@second.example', '2025-08-04');
insert into user_profiles (id, user_id, name, email, phone, picture_url, facebook_id, linkedin_id) values
  ('00000001-0000-7000-8000-000000000bb1', 'uid-ada', 'Ada', 'Ada@First.example', '+1 555 0100', 'https://pictures.example/ada.png', 'ada', 'ada'),
  ('00000001-0000-7000-8000-000000000bb2', 'uid-nobody', null, null, null, null, null, null);

-- Purchases: each type and several states; one was reassigned by an admin.
insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_id, payer_email, payer_email_key, affiliate_code, affiliate_id, state_at, state_fetched_at, reattributed_at) values
  ('00000001-0000-7000-8000-0000000000d1', 'ORDER-1', 'one-time', 'basic', 'completed', 5999, 'PAYER-1', 'J.Buyer+kith@First.example', 'j.buyer@first.example', 'ada-first', '00000001-0000-7000-8000-0000000000a1', null, null, '2025-10-09'),
  ('00000001-0000-7000-8000-0000000000d2', 'I-SUBSCRIPTION-1', 'subscription', 'annual', 'active', 4999, 'PAYER-2', 'J.Buyer+kith@googlemail.com', 'jbuyer@gmail.com', 'ada-first', '00000001-0000-7000-8000-0000000000a1', '2025-08-11', '2025-08-11', null),
  ('00000001-0000-7000-8000-0000000000d3', 'ORDER-2', 'one-time', 'basic', 'pending', 5999, null, null, null, 'unknown-code', null, null, null, null),
  ('00000001-0000-7000-8000-0000000000d4', 'ORDER-3', 'one-time', 'basic', 'completed', 5999, 'PAYER-4', 'other@first.example', 'other@first.example', 'closed-first', '00000001-0000-7000-8000-0000000000a3', null, null, null),
  ('00000001-0000-7000-8000-0000000000d5', 'I-SUBSCRIPTION-5', 'subscription', 'annual', 'suspended', 4999, null, null, null, 'second', '00000001-0000-7000-8000-0000000000a4', '2025-10-02', '2025-10-03', null);
insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, tax_cents, refunded_cents, paid_at, customer_first_paid_at, is_renewal) values
  ('00000001-0000-7000-8000-0000000000e1', '00000001-0000-7000-8000-0000000000d1', 'CAPTURE-1', 1, 'completed', 5999, 0, 1000, '2025-08-10T12:00:00.123456Z', null, false),
  ('00000001-0000-7000-8000-0000000000e2', '00000001-0000-7000-8000-0000000000d2', 'SALE-1', 1, 'reversed', 4999, 400, 0, '2025-08-11', null, false),
  ('00000001-0000-7000-8000-0000000000e3', '00000001-0000-7000-8000-0000000000d3', 'CAPTURE-2', 1, 'pending', 5999, 0, 0, '2025-08-12', null, false),
  ('00000001-0000-7000-8000-0000000000e4', '00000001-0000-7000-8000-0000000000d4', 'CAPTURE-3', 1, 'completed', 5999, 0, 0, '2025-08-13', null, false),
  ('00000001-0000-7000-8000-0000000000e5', '00000001-0000-7000-8000-0000000000d5', 'SALE-5', 2, 'completed', 4999, 0, 0, '2025-10-01', '2024-10-01', true);
insert into refunds (id, payment_id, provider_id, kind, amount_cents, refunded_at) values
  ('00000001-0000-7000-8000-0000000000f1', '00000001-0000-7000-8000-0000000000e1', 'REFUND-1', 'refund', 1000, '2025-08-20'),
  ('00000001-0000-7000-8000-0000000000f2', '00000001-0000-7000-8000-0000000000e2', 'REVERSAL-1', 'reversal', 4999, '2025-08-21');
insert into disputes (id, payment_id, provider_id, state, lost_cents, opened_at, state_at) values
  ('00000001-0000-7000-8000-000000000d01', '00000001-0000-7000-8000-0000000000e5', 'PP-D-5', 'lost', 1000, '2025-10-05', '2025-10-06'),
  ('00000001-0000-7000-8000-000000000d02', '00000001-0000-7000-8000-0000000000e1', 'PP-D-1', 'open', 0, '2025-10-05', '2025-10-05');

-- The ledger: every kind of entry.
insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents, rate_basis_points, terms_version, age_rule, occurred_at) values
  ('00000001-0000-7000-8000-000000000e01', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e1', 'commission', 'CAPTURE-1', 1500, 5999, 2500, '1', 1, '2025-08-10'),
  ('00000001-0000-7000-8000-000000000e02', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e1', 'refund', 'REFUND-1', -250, 5999, 2500, '1', 1, '2025-08-20'),
  ('00000001-0000-7000-8000-000000000e03', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e2', 'commission', 'SALE-1', 1150, 4599, 2500, '1', 1, '2025-08-11'),
  ('00000001-0000-7000-8000-000000000e04', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e2', 'reversal', 'REVERSAL-1', -1150, 4599, 2500, '1', 1, '2025-08-21'),
  ('00000001-0000-7000-8000-000000000e05', '00000001-0000-7000-8000-0000000000a3', '00000001-0000-7000-8000-0000000000e4', 'commission', 'CAPTURE-3', 1500, 5999, 2500, '1', 1, '2025-08-13'),
  ('00000001-0000-7000-8000-000000000e06', '00000001-0000-7000-8000-0000000000a2', '00000001-0000-7000-8000-0000000000e1', 'reattribution', 'REATTRIBUTION-1', 0, 5999, 2500, '1', 1, '2025-09-02'),
  ('00000001-0000-7000-8000-000000000e07', '00000001-0000-7000-8000-0000000000a4', '00000001-0000-7000-8000-0000000000e5', 'commission', 'SALE-5', 500, 4999, 1000, '1', 2, '2025-10-01'),
  ('00000001-0000-7000-8000-000000000e08', '00000001-0000-7000-8000-0000000000a4', '00000001-0000-7000-8000-0000000000e5', 'adjustment', 'SALE-5', -500, 4999, 1000, '1', 2, '2025-10-02'),
  ('00000001-0000-7000-8000-000000000e09', '00000001-0000-7000-8000-0000000000a4', '00000001-0000-7000-8000-0000000000e5', 'adjustment', 'PP-D-5', 1000, 4999, 2500, '1', 2, '2025-10-03');
insert into commission_holds (id, payment_id, reason, released_at, released_by) values
  ('00000001-0000-7000-8000-000000000f01', '00000001-0000-7000-8000-0000000000e1', 'self-referral', '2025-08-15', 'uid-admin'),
  ('00000001-0000-7000-8000-000000000f02', '00000001-0000-7000-8000-0000000000e4', 'review', null, null);

-- August: one payout is rejected, and the other is paid. The payment email of the closed affiliate is removed.
insert into closed_months (month) values ('2025-08-01');
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents, threshold_cents, no_minimum, terms_version) values
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1', '2025-08-01', 0, 1250, 1250, 0, 10000, true, '1'),
  ('00000001-0000-7000-8000-000000000802', '00000001-0000-7000-8000-0000000000a3', '2025-08-01', 0, 1500, 1500, 0, 10000, true, '1');
insert into statement_entries (statement_id, entry_id, affiliate_id)
  select statements.id, commission_entries.id, affiliate_id
  from statements join commission_entries using (affiliate_id) where month = '2025-08-01';
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000001-0000-7000-8000-000000000901', '00000001-0000-7000-8000-000000000801', 1250, 'pay@first.example'),
  ('00000001-0000-7000-8000-000000000902', '00000001-0000-7000-8000-000000000802', 1500, 'closed@first.example');
update payouts set state = 'approved', approved_by = 'uid-admin', approved_at = '2025-09-02';
update payouts set state = 'rejected', rejected_at = '2025-09-03' where id = '00000001-0000-7000-8000-000000000901';
update payouts set state = 'paid', transaction_id = 'TRANSACTION-1', paid_at = '2025-09-03'
  where id = '00000001-0000-7000-8000-000000000902';
update payouts set payout_email = null where id = '00000001-0000-7000-8000-000000000902';

-- September: the rejected payout comes back, and is rejected again. October: it is exported and paid.
insert into closed_months (month) values ('2025-09-01');
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents, threshold_cents, no_minimum, terms_version) values
  ('00000001-0000-7000-8000-000000000803', '00000001-0000-7000-8000-0000000000a1', '2025-09-01', 0, 1250, 1250, 1250, 0, 10000, true, '1');
insert into statement_returns (payout_id, statement_id, affiliate_id) values
  ('00000001-0000-7000-8000-000000000901', '00000001-0000-7000-8000-000000000803', '00000001-0000-7000-8000-0000000000a1');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000001-0000-7000-8000-000000000903', '00000001-0000-7000-8000-000000000803', 1250, 'pay@first.example');
update payouts set state = 'rejected', rejected_at = '2025-10-02', rejected_reason = 'The address bounced'
  where id = '00000001-0000-7000-8000-000000000903';
insert into closed_months (month) values ('2025-10-01');
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents, carried_reason, threshold_cents, no_minimum, terms_version) values
  ('00000001-0000-7000-8000-000000000804', '00000001-0000-7000-8000-0000000000a1', '2025-10-01', 0, 1250, 1250, 1250, 0, null, 10000, true, '1'),
  ('00000001-0000-7000-8000-000000000805', '00000001-0000-7000-8000-0000000000a4', '2025-10-01', 0, 1000, 0, 0, 1000, 'below-minimum', 10000, false, '1');
insert into statement_entries (statement_id, entry_id, affiliate_id)
  select '00000001-0000-7000-8000-000000000805', id, affiliate_id from commission_entries
  where affiliate_id = '00000001-0000-7000-8000-0000000000a4';
insert into statement_returns (payout_id, statement_id, affiliate_id) values
  ('00000001-0000-7000-8000-000000000903', '00000001-0000-7000-8000-000000000804', '00000001-0000-7000-8000-0000000000a1');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000001-0000-7000-8000-000000000904', '00000001-0000-7000-8000-000000000804', 1250, 'pay@first.example');
update payouts set state = 'approved', approved_by = 'uid-admin', approved_at = '2025-11-02', exported_at = '2025-11-02', exported_by = 'uid-admin'
  where id = '00000001-0000-7000-8000-000000000904';
update payouts set state = 'paid', transaction_id = 'TRANSACTION-4', paid_at = '2025-11-03'
  where id = '00000001-0000-7000-8000-000000000904';

-- The audit log: complete entries, an entry that is redacted as a whole, and an entry with one redacted field.
insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, before, after, reason, request_id) values
  ('00000001-0000-7000-8000-000000000aa1', '2025-08-01', 'uid-admin', 'admin@first.example', 'customer.update', 'customer', '00000001-0000-7000-8000-0000000000c1', '{"name": null}', '{"name": "Reader", "email": "Reader@First.example"}', null, 'request-1'),
  ('00000001-0000-7000-8000-000000000aa2', '2025-08-02', 'uid-ada', null, 'affiliate.payout', 'affiliate', '00000001-0000-7000-8000-0000000000a1', null, null, null, null),
  ('00000001-0000-7000-8000-000000000aa3', '2025-09-03', 'uid-admin', 'admin@first.example', 'payout.reject', 'payout', '00000001-0000-7000-8000-000000000901', null, '{"state": "rejected"}', 'asked by Ada', null),
  ('00000001-0000-7000-8000-000000000aa4', '2025-09-04', 'uid-admin', 'admin@first.example', 'affiliate.update', 'affiliate', '00000001-0000-7000-8000-0000000000a4', '{"email": "second@second.example", "name": "Once"}', '{"email": "second@second.example", "name": "Second"}', null, null);
update audit_log set before = null, after = null, reason = 'redacted' where id = '00000001-0000-7000-8000-000000000aa1';
update audit_log set before = '{"email": null, "name": "Once"}', reason = 'redacted'
  where id = '00000001-0000-7000-8000-000000000aa4';

insert into reconciliations (id, first_day, last_day, compared, differences) values
  ('00000001-0000-7000-8000-000000000701', '2025-10-01', '2025-10-03', 4, '[{"code": "payment-missing-here"}]');
insert into rate_limits (key, window_start, hits) values ('customer:abc', '2025-08-01', 3);
insert into leases (name, holder, expires_at) values ('purchases', '00000001-0000-7000-8000-000000001ea5', '2026-01-02');
insert into webhook_events (id, type, resource_id, body, state, attempts, last_error, next_attempt_at, leased_until, occurred_at, processed_at) values
  ('WH-RECEIVED', 'PAYMENT.CAPTURE.COMPLETED', 'CAPTURE-2', '{"id": "WH-RECEIVED", "resource": {"id": "CAPTURE-2"}}', 'received', 0, null, '2025-08-12', null, '2025-08-12', null),
  ('WH-FAILED', 'PAYMENT.SALE.COMPLETED', 'SALE-9', '{"id": "WH-FAILED", "resource": {"id": "SALE-9", "billing_agreement_id": "I-9"}}', 'failed', 20, 'unreachable', null, null, '2025-08-12', null),
  ('WH-LEASED', 'PAYMENT.SALE.COMPLETED', 'SALE-5', '{"id": "WH-LEASED", "resource": {"id": "SALE-5"}}', 'failed', 2, null, '2025-10-02', '2025-10-02', '2025-10-01', null),
  ('WH-PROCESSED', 'PAYMENT.CAPTURE.COMPLETED', 'CAPTURE-1', '{"id": "WH-PROCESSED", "resource": {"id": "CAPTURE-1", "payee": {"email_address": "shop@first.example"}}}', 'processed', 1, null, null, null, '2025-08-10', '2025-08-10');
