-- An affiliate is paid to another address, and nobody was forgotten since.
update affiliates set payout_email = 'other@first.example', version = version + 1 where code = 'ada-first';
insert into payout_email_changes (id, affiliate_id, email, changed_by) values
  ('00000009-0000-7000-8000-0000000000b1', '00000001-0000-7000-8000-0000000000a1', 'other@first.example', 'uid-ada');
