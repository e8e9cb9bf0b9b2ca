-- An invitation that a purchase has used up, and one that was withdrawn.
insert into invitations
  (id, token_hash, plan_id, price_cents, provider_plan_id, reason, ends_at, withdrawn_at, order_ids, purchase_id)
values
  ('00000030-0000-7000-8000-0000000000a1', 'one', 'basic', 2999, null, 'For founders', '2026-12-30', null, '{ORDER-1}',
   (select id from purchases order by id limit 1)),
  ('00000030-0000-7000-8000-0000000000a2', 'two', 'annual', 3999, 'P-1', 'For founders', '2026-12-01', '2026-12-01', '{}', null);
