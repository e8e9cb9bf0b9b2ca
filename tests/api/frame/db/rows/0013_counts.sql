-- A named link, a deleted one, and their clicks. The affiliate's own code has a row of its own already.
insert into affiliate_codes (code, affiliate_id, label, created_at, deleted_at)
  select 'ada-video', id, 'Video', '2026-11-28', null from affiliates where code = 'ada-first';
insert into affiliate_codes (code, affiliate_id, label, created_at, deleted_at)
  select 'ada-letter', id, 'Letter', '2026-11-27', '2026-11-28' from affiliates where code = 'ada-first';
insert into link_clicks (code, day, clicks) values
  ('ada-first', '2026-11-28', 3),
  ('ada-video', '2026-11-28', 2),
  ('ada-letter', '2026-11-27', 1);

-- Events on the website.
insert into daily_counts (day, event, subject, count) values
  ('2026-11-28', 'view', '/buy', 7),
  ('2026-11-28', 'plan-chosen', 'annual', 4),
  ('2026-11-28', 'payment-begun', 'annual', 2),
  ('2026-11-27', 'download', 'mac', 1);
