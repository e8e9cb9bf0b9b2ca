-- The newsletter: one subscription that waits for its confirmation, one that is confirmed, and one that was left.
insert into newsletter_subscriptions (id, name, email, state, asked_at, confirmed_at, left_at, left_reason, source, text_version) values
  ('00000003-0000-7000-8000-0000000000a1', null, 'Asks@Third.example', 'asked', '2026-11-01', null, null, null, '/', '2026-11'),
  ('00000003-0000-7000-8000-0000000000a2', 'Reads', 'reads@third.example', 'confirmed', '2026-11-01', '2026-11-02', null, null, '/why', '2026-11'),
  ('00000003-0000-7000-8000-0000000000a3', null, 'left@third.example', 'left', '2026-11-01', '2026-11-02', '2026-11-03', 'one-click', '/', '2026-11');
insert into letters (id, slug, subject, preview, html, text, recipients, sent_by, paused_at) values
  ('00000003-0000-7000-8000-0000000000b1', '2026-11-news', 'News', 'What is new', '<p>News</p>', 'News', 1, 'uid-admin', '2026-11-04');

-- The outbox: a mail in each state; the address of the sent one was forgotten.
insert into mails (id, kind, subject_id, address, data, letter_id, state, due_at, leased_until, attempts, last_error, finished_at) values
  ('00000003-0000-7000-8000-0000000000c1', 'letter', 'b1 a2', 'reads@third.example', '{"subscription_id": "00000003-0000-7000-8000-0000000000a2"}', '00000003-0000-7000-8000-0000000000b1', 'waiting', '2026-11-04', '2026-11-04', 1, null, null),
  ('00000003-0000-7000-8000-0000000000c2', 'receipt', 'CAPTURE-1', null, null, null, 'sent', '2026-11-04', null, 1, null, '2026-11-04'),
  ('00000003-0000-7000-8000-0000000000c3', 'receipt', 'CAPTURE-2', 'gone@third.example', '{}', null, 'failed', '2026-11-04', null, 1, '550 No such mailbox', '2026-11-04'),
  ('00000003-0000-7000-8000-0000000000c4', 'letter', 'b1 a3', 'left@third.example', null, null, 'cancelled', '2026-11-04', null, 0, null, '2026-11-04');

-- A purchase whose receipt goes to another address than the payer's.
insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key, receipt_email) values
  ('00000003-0000-7000-8000-0000000000d1', 'ORDER-11', 'one-time', 'basic', 'completed', 5999, 'payer@third.example', 'payer@third.example', 'Receipt@Third.example');
