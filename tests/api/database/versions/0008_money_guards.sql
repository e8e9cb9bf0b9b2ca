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
-- One purchase was given to a record that is closed by now, another to one that is open.
insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, before, after, reason) values
  ('00000008-0000-7000-8000-000000000aa1', '2025-12-04', 'uid-admin', 'admin@first.example', 'purchase.reattribute', 'purchase', '00000001-0000-7000-8000-0000000000d4', '{"code": null, "affiliate": null}', '{"code": "closed-first", "affiliate": "00000001-0000-7000-8000-0000000000a3"}', 'closed@first.example sent them'),
  ('00000008-0000-7000-8000-000000000aa2', '2025-12-04', 'uid-admin', 'admin@first.example', 'purchase.reattribute', 'purchase', '00000001-0000-7000-8000-0000000000d1', '{"code": null, "affiliate": null}', '{"code": "ada-first", "affiliate": "00000001-0000-7000-8000-0000000000a1"}', 'Ada sent them');
