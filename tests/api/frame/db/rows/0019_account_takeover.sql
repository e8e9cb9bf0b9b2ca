-- A waiting change of an address that was never confirmed, and a session that an account has opened.
insert into address_changes (id, uid, old_email, is_old_email_confirmed, new_email, payment_email, requested_at) values
  ('00000001-0000-7000-8000-000000000f02', 'uid-bob', 'bob@old.example', false, 'bob@new.example', 'bob@pay.example', '2025-12-01');
insert into portal_sessions (id, email, uid, signed_in_at, created_at, opened_at, token_hash, ends_at) values
  ('00000001-0000-7000-8000-000000000f03', 'bob@old.example', 'uid-bob', '2025-12-01', '2025-12-01', '2025-12-01', 'hash of bob', '2025-12-01 01:00Z');
