-- One field of an entry is forgotten, and the address of a payout that is still proposed.
update audit_log set before = '{"email": null, "name": "Once"}', reason = 'redacted'
  where id = '00000002-0000-7000-8000-000000000aa1';
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents, threshold_cents, no_minimum, terms_version) values
  ('00000003-0000-7000-8000-000000000801', '00000002-0000-7000-8000-0000000000a1', '2025-09-01', 0, 700, 700, 0, 10000, true, '1');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000003-0000-7000-8000-000000000901', '00000003-0000-7000-8000-000000000801', 700, 'second@second.example');
update payouts set payout_email = null where id = '00000003-0000-7000-8000-000000000901';
