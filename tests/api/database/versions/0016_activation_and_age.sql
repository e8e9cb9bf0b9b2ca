-- An affiliate's account has confirmed its address.
update affiliates set email_confirmed_at = '2026-01-02', version = version + 1 where code = 'ada-first';
