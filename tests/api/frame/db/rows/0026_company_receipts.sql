-- A purchase under other terms, and the versions of its receipt: one that names a company, and one that names nobody.
update purchases set terms_version = '2026-11-29' where id = '00000004-0000-7000-8000-0000000000c1';
insert into receipt_versions (id, payment_id, version, company, address, vat_number, created_at) values
  ('00000004-0000-7000-8000-0000000000f1', '00000004-0000-7000-8000-0000000000d1', 2, 'Choirs Ltd', E'2 Sample Road\nSampleton', 'SL 123', '2026-11-29'),
  ('00000004-0000-7000-8000-0000000000f2', '00000004-0000-7000-8000-0000000000d1', 3, null, null, null, '2026-11-30');
