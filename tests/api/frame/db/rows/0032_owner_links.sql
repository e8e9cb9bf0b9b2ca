-- A link of the owner, and what was counted after it.
insert into owner_links (id, name, code) values ('00000032-0000-7000-8000-0000000000a1', 'Spring letter', 'spring');
insert into owner_link_counts (link_id, day, event, count) values
  ('00000032-0000-7000-8000-0000000000a1', '2026-11-30', 'view', 12),
  ('00000032-0000-7000-8000-0000000000a1', '2026-11-30', 'paid', 1);
