insert into affiliates (id, name, email, code, referred_by, date_activated, date_created, payout_email, no_minimum, closed_at) values
  ('00000001-0000-7000-8000-0000000000a1', 'Ada', 'ada@first.example', 'ada-first', null, '2025-08-01', '2025-07-30', 'pay@first.example', true, null),
  ('00000001-0000-7000-8000-0000000000a2', 'Pia "ä"', 'Pia@First.example', 'pia-first', 'ada@first.example', null, '2025-07-31', null, false, null),
  ('00000001-0000-7000-8000-0000000000a3', 'closed', null, 'closed-first', null, null, '2025-07-31', null, false, '2025-09-20');
-- Active for a while, and again.
update affiliates set date_activated = null, version = version + 1 where code = 'ada-first';
update affiliates set date_activated = '2025-08-02', version = version + 1 where code = 'ada-first';
insert into payout_email_changes (id, affiliate_id, email, changed_by) values
  ('00000001-0000-7000-8000-0000000000b1', '00000001-0000-7000-8000-0000000000a1', 'pay@first.example', 'uid-ada');
insert into customers (id, name, email, created_at) values
  ('00000001-0000-7000-8000-0000000000c1', 'Reader', 'Reader@First.example', '2025-08-01'),
  ('00000001-0000-7000-8000-0000000000c2', null, 'only-email@first.example', '2025-08-02'),
  ('00000001-0000-7000-8000-0000000000c3', 'Only a name', null, '2025-08-03');
insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_id, payer_email, payer_email_key, affiliate_code, affiliate_id) values
  ('00000001-0000-7000-8000-0000000000d1', 'ORDER-1', 'one-time', 'basic', 'completed', 5999, 'PAYER-1', 'J.Buyer+kith@First.example', 'jbuyer@first.example', 'ada-first', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-0000000000d2', 'I-SUBSCRIPTION-1', 'subscription', 'annual', 'active', 4999, 'PAYER-2', 'J.Buyer+kith@googlemail.com', 'jbuyer@gmail.com', 'ada-first', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-0000000000d3', 'ORDER-2', 'one-time', 'basic', 'pending', 5999, null, null, null, 'unknown-code', null),
  ('00000001-0000-7000-8000-0000000000d4', 'ORDER-3', 'one-time', 'basic', 'completed', 5999, 'PAYER-4', 'other@first.example', 'other@first.example', 'closed-first', '00000001-0000-7000-8000-0000000000a3');
insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, tax_cents, refunded_cents, paid_at) values
  ('00000001-0000-7000-8000-0000000000e1', '00000001-0000-7000-8000-0000000000d1', 'CAPTURE-1', 1, 'completed', 5999, 0, 1000, '2025-08-10T12:00:00.123456Z'),
  ('00000001-0000-7000-8000-0000000000e2', '00000001-0000-7000-8000-0000000000d2', 'SALE-1', 1, 'reversed', 4999, 400, 0, '2025-08-11'),
  ('00000001-0000-7000-8000-0000000000e3', '00000001-0000-7000-8000-0000000000d3', 'CAPTURE-2', 1, 'pending', 5999, 0, 0, '2025-08-12'),
  ('00000001-0000-7000-8000-0000000000e4', '00000001-0000-7000-8000-0000000000d4', 'CAPTURE-3', 1, 'completed', 5999, 0, 0, '2025-08-13');
insert into refunds (id, payment_id, provider_id, kind, amount_cents, refunded_at) values
  ('00000001-0000-7000-8000-0000000000f1', '00000001-0000-7000-8000-0000000000e1', 'REFUND-1', 'refund', 1000, '2025-08-20'),
  ('00000001-0000-7000-8000-0000000000f2', '00000001-0000-7000-8000-0000000000e2', 'REVERSAL-1', 'reversal', 4999, '2025-08-21');
insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents, rate_basis_points, terms_version, occurred_at) values
  ('00000001-0000-7000-8000-000000000e01', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e1', 'commission', 'CAPTURE-1', 1500, 5999, 2500, '1', '2025-08-10'),
  ('00000001-0000-7000-8000-000000000e02', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e1', 'refund', 'REFUND-1', -250, 5999, 2500, '1', '2025-08-20'),
  ('00000001-0000-7000-8000-000000000e03', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e2', 'commission', 'SALE-1', 1150, 4599, 2500, '1', '2025-08-11'),
  ('00000001-0000-7000-8000-000000000e04', '00000001-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000e2', 'reversal', 'REVERSAL-1', -1150, 4599, 2500, '1', '2025-08-21'),
  ('00000001-0000-7000-8000-000000000e05', '00000001-0000-7000-8000-0000000000a3', '00000001-0000-7000-8000-0000000000e4', 'commission', 'CAPTURE-3', 1500, 5999, 2500, '1', '2025-08-13'),
  ('00000001-0000-7000-8000-000000000e06', '00000001-0000-7000-8000-0000000000a2', '00000001-0000-7000-8000-0000000000e1', 'reattribution', 'REATTRIBUTION-1', 0, 5999, 2500, '1', '2025-09-02');
insert into commission_holds (id, payment_id, reason, released_at, released_by) values
  ('00000001-0000-7000-8000-000000000f01', '00000001-0000-7000-8000-0000000000e1', 'self-referral', '2025-08-15', 'uid-admin'),
  ('00000001-0000-7000-8000-000000000f02', '00000001-0000-7000-8000-0000000000e4', 'review', null, null);
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents, threshold_cents, no_minimum, terms_version) values
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1', '2025-08-01', 0, 1250, 1250, 0, 10000, true, '1'),
  ('00000001-0000-7000-8000-000000000802', '00000001-0000-7000-8000-0000000000a3', '2025-08-01', 0, 1500, 1500, 0, 10000, true, '1'),
  ('00000001-0000-7000-8000-000000000803', '00000001-0000-7000-8000-0000000000a2', '2025-09-01', 0, 0, 0, 0, 10000, false, '1');
insert into statement_entries (statement_id, entry_id, affiliate_id) values
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-000000000e01', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-000000000e02', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-000000000e03', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-000000000801', '00000001-0000-7000-8000-000000000e04', '00000001-0000-7000-8000-0000000000a1'),
  ('00000001-0000-7000-8000-000000000802', '00000001-0000-7000-8000-000000000e05', '00000001-0000-7000-8000-0000000000a3');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000001-0000-7000-8000-000000000901', '00000001-0000-7000-8000-000000000801', 1250, 'pay@first.example'),
  ('00000001-0000-7000-8000-000000000902', '00000001-0000-7000-8000-000000000802', 1500, 'closed@first.example');
update payouts set state = 'approved', approved_by = 'uid-admin', approved_at = '2025-09-02';
update payouts set state = 'rejected' where id = '00000001-0000-7000-8000-000000000901';
update payouts set state = 'paid', transaction_id = 'TRANSACTION-1', paid_at = '2025-09-03'
  where id = '00000001-0000-7000-8000-000000000902';
insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, before, after, reason, request_id) values
  ('00000001-0000-7000-8000-000000000aa1', '2025-08-01', 'uid-admin', 'admin@first.example', 'customer.update', 'customer', '00000001-0000-7000-8000-0000000000c1', '{"name": null}', '{"name": "Reader", "email": "Reader@First.example"}', null, 'request-1'),
  ('00000001-0000-7000-8000-000000000aa2', '2025-08-02', 'uid-ada', 'ada@first.example', 'affiliate.payout', 'affiliate', '00000001-0000-7000-8000-0000000000a1', null, null, null, null),
  ('00000001-0000-7000-8000-000000000aa3', '2025-09-03', 'uid-admin', 'admin@first.example', 'payout.reject', 'payout', '00000001-0000-7000-8000-000000000902', null, '{"state": "rejected"}', 'asked by closed@first.example', null);
insert into rate_limits (key, window_start, hits) values ('customer:abc', '2025-08-01', 3);
insert into user_profiles (id, user_id, name, email, phone, picture_url, facebook_id, linkedin_id) values
  ('00000001-0000-7000-8000-000000000bb1', 'uid-ada', 'Ada', 'Ada@First.example', '+1 555 0100', 'https://pictures.example/ada.png', 'ada', 'ada'),
  ('00000001-0000-7000-8000-000000000bb2', 'uid-nobody', null, null, null, null, null, null);
insert into webhook_events (id, type, resource_id, body, state, attempts, last_error, occurred_at, processed_at) values
  ('WH-1-RECEIVED', 'PAYMENT.CAPTURE.COMPLETED', 'CAPTURE-2', '{"id": "WH-1-RECEIVED", "resource": {"id": "CAPTURE-2", "payer": {"name": {"given_name": "Jo"}}}}', 'received', 0, null, '2025-08-12', null),
  ('WH-1-FAILED', 'PAYMENT.SALE.COMPLETED', 'SALE-9', '{"id": "WH-1-FAILED", "resource": {"id": "SALE-9", "billing_agreement_id": "I-9"}}', 'failed', 20, 'unreachable', '2025-08-12', null),
  ('WH-1-PROCESSED', 'PAYMENT.CAPTURE.COMPLETED', 'CAPTURE-1', '{"id": "WH-1-PROCESSED", "resource": {"id": "CAPTURE-1", "payee": {"email_address": "shop@first.example"}}}', 'processed', 1, null, '2025-08-10', '2025-08-10'),
  ('WH-1-DISPUTE', 'CUSTOMER.DISPUTE.CREATED', null, '{"id": "WH-1-DISPUTE", "resource": {"dispute_id": "PP-D-1", "messages": [{"content": "I never got it"}]}}', 'ignored', 1, null, '2025-08-22', '2025-08-22');
