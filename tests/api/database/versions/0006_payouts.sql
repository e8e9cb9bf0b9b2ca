-- October is closed: a payout that was rejected comes back, and a balance is carried over.
insert into closed_months (month) values ('2025-10-01');
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents, carried_reason, threshold_cents, no_minimum, terms_version) values
  ('00000006-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1', '2025-10-01', 0, 1250, 1250, 1250, 0, null, 10000, true, '1'),
  ('00000006-0000-7000-8000-000000000802', '00000002-0000-7000-8000-0000000000a1', '2025-10-01', 0, 1000, 0, 0, 1000, 'below-minimum', 10000, false, '1');
insert into statement_entries (statement_id, entry_id, affiliate_id) values
  ('00000006-0000-7000-8000-000000000802', '00000005-0000-7000-8000-000000000e01', '00000002-0000-7000-8000-0000000000a1'),
  ('00000006-0000-7000-8000-000000000802', '00000005-0000-7000-8000-000000000e02', '00000002-0000-7000-8000-0000000000a1'),
  ('00000006-0000-7000-8000-000000000802', '00000005-0000-7000-8000-000000000e03', '00000002-0000-7000-8000-0000000000a1');
insert into statement_returns (payout_id, statement_id, affiliate_id) values
  ('00000001-0000-7000-8000-000000000901', '00000006-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000006-0000-7000-8000-000000000901', '00000006-0000-7000-8000-000000000801', 1250, 'pay@first.example');
update payouts set state = 'rejected', rejected_reason = 'The address bounced' where id = '00000006-0000-7000-8000-000000000901';
insert into audit_log (id, actor_id, actor_email, action, entity, entity_id, after, reason) values
  ('00000006-0000-7000-8000-000000000aa1', 'uid-admin', 'admin@first.example', 'payout.reject', 'payout', '00000006-0000-7000-8000-000000000901', '{"state": "rejected"}', 'The address bounced');
