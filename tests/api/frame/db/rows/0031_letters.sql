-- A letter to affiliates, and one affiliate's mail that was sent.
insert into letters (id, audience, slug, subject, preview, html, text, recipients, sent_by) values
  ('00000031-0000-7000-8000-0000000000a1', 'affiliates', 'terms-change', 'New terms', 'What changes.', '<p>Terms</p>', 'Terms', 1, 'staff');
insert into mails (id, kind, subject_id, address, data, letter_id, state, due_at, finished_at) values
  ('00000031-0000-7000-8000-0000000000b1', 'affiliate-letter', '00000031-0000-7000-8000-0000000000a1 00000001-0000-7000-8000-0000000000a1',
    'ada@first.example', null, '00000031-0000-7000-8000-0000000000a1', 'sent', '2026-11-30', '2026-11-30');
