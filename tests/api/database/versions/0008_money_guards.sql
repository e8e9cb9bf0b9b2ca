update affiliates set owner_uid = 'uid-ada' where code = 'ada-first';
-- November is closed with a payout that was exported and paid.
insert into closed_months (month) values ('2025-11-01');
insert into statements (id, affiliate_id, month, opening_cents, entries_cents, returned_cents, paid_cents, closing_cents, threshold_cents, no_minimum, terms_version) values
  ('00000008-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1', '2025-11-01', 0, 1250, 1250, 1250, 0, 10000, true, '1');
insert into statement_returns (payout_id, statement_id, affiliate_id) values
  ('00000006-0000-7000-8000-000000000901', '00000008-0000-7000-8000-000000000801', '00000001-0000-7000-8000-0000000000a1');
insert into payouts (id, statement_id, amount_cents, payout_email) values
  ('00000008-0000-7000-8000-000000000901', '00000008-0000-7000-8000-000000000801', 1250, 'pay@first.example');
update payouts set state = 'approved', approved_by = 'uid-admin', approved_at = '2025-12-02', exported_at = '2025-12-02', exported_by = 'uid-admin'
  where id = '00000008-0000-7000-8000-000000000901';
update payouts set state = 'paid', transaction_id = 'TRANSACTION-8', paid_at = '2025-12-03'
  where id = '00000008-0000-7000-8000-000000000901';
