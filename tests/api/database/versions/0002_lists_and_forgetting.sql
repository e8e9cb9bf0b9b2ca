-- Forgotten: an entry of the log, and a payout address.
update audit_log set before = null, after = null, reason = 'redacted' where id = '00000001-0000-7000-8000-000000000aa1';
update payout_email_changes set email = null where id = '00000001-0000-7000-8000-0000000000b1';
insert into affiliates (id, name, email, code, date_activated, payout_email) values
  ('00000002-0000-7000-8000-0000000000a1', 'Second', 'second@second.example', 'second', '2025-08-05', 'second@second.example');
insert into customers (id, name, email) values
  ('00000002-0000-7000-8000-0000000000c1', 'İstanbul %_\', 'second@second.example');
insert into audit_log (id, actor_id, actor_email, action, entity, entity_id, before, after) values
  ('00000002-0000-7000-8000-000000000aa1', 'uid-admin', 'admin@first.example', 'affiliate.update', 'affiliate', '00000002-0000-7000-8000-0000000000a1', '{"email": "second@second.example", "name": "Once"}', '{"email": "second@second.example", "name": "Second"}');
