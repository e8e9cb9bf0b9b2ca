-- Sessions of buyers: a mailed link, and an open session.
insert into portal_sessions (id, email, created_at, opened_at, token_hash, ends_at) values
  ('00000004-0000-7000-8000-0000000000a1', 'asks@fourth.example', '2026-11-28', null, null, null),
  ('00000004-0000-7000-8000-0000000000a2', 'Opens@Fourth.example', '2026-11-28', '2026-11-28T00:01:00Z', 'hash', '2026-11-28T01:01:00Z');

-- Withdrawals: an open one, one that an admin handled, and one whose name and address were forgotten.
insert into withdrawals (id, name, email, order_number, received_at, handled_at, handled_by, handled_note) values
  ('00000004-0000-7000-8000-0000000000b1', 'Opens', 'Opens@Fourth.example', 'ORDER-21', '2026-11-28', null, null, null),
  ('00000004-0000-7000-8000-0000000000b2', 'Done', 'done@fourth.example', 'ORDER-22', '2026-11-27', '2026-11-28', 'uid-admin', 'Refunded'),
  ('00000004-0000-7000-8000-0000000000b3', null, null, 'ORDER-23', '2026-11-26', '2026-11-28', 'uid-admin', 'Refunded');

-- Requests to PayPal: a cancellation that waits, a refund that is done, and a refund that PayPal refused.
insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key) values
  ('00000004-0000-7000-8000-0000000000c1', 'I-SUBSCRIPTION-21', 'subscription', 'annual', 'active', 4999, 'opens@fourth.example', 'opens@fourth.example');
insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, paid_at) values
  ('00000004-0000-7000-8000-0000000000d1', '00000004-0000-7000-8000-0000000000c1', 'SALE-21', 1, 'completed', 4999, '2026-11-01');
insert into paypal_actions (id, kind, purchase_id, payment_id, amount_cents, reason, requested_by, state, due_at, leased_until, attempts, last_error, provider_id, finished_at) values
  ('00000004-0000-7000-8000-0000000000e1', 'cancel', '00000004-0000-7000-8000-0000000000c1', null, null, null, 'buyer', 'waiting', '2026-11-28', '2026-11-28', 1, 'No answer in time', null, null),
  ('00000004-0000-7000-8000-0000000000e2', 'refund', '00000004-0000-7000-8000-0000000000c1', '00000004-0000-7000-8000-0000000000d1', 1000, 'Paid twice', 'uid-admin', 'done', '2026-11-28', null, 1, null, 'REFUND-21', '2026-11-28'),
  ('00000004-0000-7000-8000-0000000000e3', 'refund', '00000004-0000-7000-8000-0000000000c1', '00000004-0000-7000-8000-0000000000d1', 4999, 'Withdrawal', 'uid-admin', 'refused', '2026-11-28', null, 1, 'CAPTURE_FULLY_REFUNDED', null, '2026-11-28');
