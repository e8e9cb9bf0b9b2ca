-- A request of an account with an affiliate.
insert into address_changes (id, uid, old_email, new_email, affiliate_id, requested_at) values
  ('00000001-0000-7000-8000-000000000f04', 'uid-eve', 'eve@old.example', 'eve@new.example',
   '00000001-0000-7000-8000-0000000000a1', '2025-12-01');
