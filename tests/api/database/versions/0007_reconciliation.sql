insert into reconciliations (id, first_day, last_day, compared, differences) values
  ('00000007-0000-7000-8000-000000000701', '2025-10-01', '2025-10-03', 4, '[{"code": "payment-missing-here"}]');
update purchases set reattributed_at = '2025-10-09', version = version + 1 where provider_id = 'ORDER-1';
