-- The license of a payment, and one that it replaced.
insert into licenses (id, payment_id, covers_until, text, revoked_at) values
  ('00000028-0000-7000-8000-0000000000a1', '00000004-0000-7000-8000-0000000000d1', '2027-11-03', 'A license', null),
  ('00000028-0000-7000-8000-0000000000a2', '00000004-0000-7000-8000-0000000000d1', '2028-11-03', 'A replaced license', '2026-11-30');
