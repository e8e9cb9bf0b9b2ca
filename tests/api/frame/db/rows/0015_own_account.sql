-- An address that was changed and restored, and a sign-in.
insert into address_changes (id, uid, old_email, new_email, requested_at, completed_at, ended_at) values
  ('00000001-0000-7000-8000-000000000f01', 'uid-ada', 'ada@old.example', 'ada@new.example', '2025-12-01', '2025-12-01', '2025-12-02');
insert into sign_ins (uid, auth_time, browser) values ('uid-ada', '2025-12-03', 'Firefox on Windows');
