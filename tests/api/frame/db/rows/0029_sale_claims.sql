-- A missing sale that waits for an admin, and one that was credited.
insert into sale_claims (id, affiliate_id, order_number, day, state, settled_at) values
  ('00000029-0000-7000-8000-0000000000a1', '00000001-0000-7000-8000-0000000000a1', '8AB12345CD678901E', '2026-11-03', 'open', null),
  ('00000029-0000-7000-8000-0000000000a2', '00000001-0000-7000-8000-0000000000a1', '8AB12345CD678902E', '2026-11-04', 'credited', '2026-11-30');
