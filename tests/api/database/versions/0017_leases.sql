-- A writer has its turn.
insert into leases (name, holder, expires_at) values
  ('purchases', '00000017-0000-7000-8000-000000000001', '2026-01-02');
