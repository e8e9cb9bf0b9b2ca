-- Applications: one that waits, with the applicant's words, and one that was declined.
insert into affiliates (id, name, email, code, date_created, promotion, application_state, declined_reason) values
  ('00000002-0000-7000-8000-0000000000a1', 'Waits', 'waits@second.example', 'waits', '2026-01-02', 'In my newsletter', 'waiting', null),
  ('00000002-0000-7000-8000-0000000000a2', 'Declined', 'declined@second.example', 'declined', '2026-01-02', null, 'declined', 'Not our kind of site');
