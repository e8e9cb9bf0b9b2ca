-- An affiliate who left the program and whose earnings are still paid.
update affiliates set date_activated = null, left_at = '2025-12-05'
  where code = 'second';
