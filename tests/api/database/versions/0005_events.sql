insert into purchases (id, provider_id, type, plan_id, state, amount_cents, affiliate_code, affiliate_id, state_at, state_asked_at) values
  ('00000005-0000-7000-8000-0000000000d1', 'I-SUBSCRIPTION-5', 'subscription', 'annual', 'suspended', 4999, 'second', '00000002-0000-7000-8000-0000000000a1', '2025-10-02', '2025-10-03');
insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, paid_at, customer_first_paid_at) values
  ('00000005-0000-7000-8000-0000000000e1', '00000005-0000-7000-8000-0000000000d1', 'SALE-5', 1, 'completed', 4999, '2025-10-01', '2025-10-01');
insert into disputes (id, payment_id, provider_id, state, lost_cents, opened_at, state_at) values
  ('00000005-0000-7000-8000-000000000d01', '00000005-0000-7000-8000-0000000000e1', 'PP-D-5', 'lost', 1000, '2025-10-05', '2025-10-06'),
  ('00000005-0000-7000-8000-000000000d02', '00000001-0000-7000-8000-0000000000e1', 'PP-D-1', 'open', 0, '2025-10-05', '2025-10-05');
insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents, rate_basis_points, terms_version, occurred_at) values
  ('00000005-0000-7000-8000-000000000e01', '00000002-0000-7000-8000-0000000000a1', '00000005-0000-7000-8000-0000000000e1', 'commission', 'SALE-5', 500, 4999, 1000, '1', '2025-10-01'),
  ('00000005-0000-7000-8000-000000000e02', '00000002-0000-7000-8000-0000000000a1', '00000005-0000-7000-8000-0000000000e1', 'adjustment', 'SALE-5', -500, 4999, 1000, '1', '2025-10-02'),
  ('00000005-0000-7000-8000-000000000e03', '00000002-0000-7000-8000-0000000000a1', '00000005-0000-7000-8000-0000000000e1', 'adjustment', 'PP-D-5', 1000, 4999, 2500, '1', '2025-10-03');
insert into webhook_events (id, type, resource_id, body, state, attempts, next_attempt_at, leased_until, occurred_at) values
  ('WH-5-LEASED', 'PAYMENT.SALE.COMPLETED', 'SALE-5', '{"id": "WH-5-LEASED", "resource": {"id": "SALE-5"}}', 'failed', 2, '2025-10-02', '2025-10-02', '2025-10-01');
