-- A subscription whose renewal was announced, and one that waits because PayPal did not answer.
update purchases set next_billing_cents = 4999 where type = 'subscription';
insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_email, payer_email_key, next_billing_at, next_billing_cents) values
  ('00000027-0000-7000-8000-0000000000c1', 'I-SUBSCRIPTION-27', 'subscription', 'annual', 'active', 4999, 'noticed@twentyseventh.example', 'noticed@twentyseventh.example', '2027-11-03T10:00:00Z', 4999),
  ('00000027-0000-7000-8000-0000000000c2', 'I-SUBSCRIPTION-28', 'subscription', 'annual', 'active', 4999, 'waits@twentyseventh.example', 'waits@twentyseventh.example', '2027-11-03T10:00:00Z', 4999);
update notices set due_at = '2027-11-04T10:00:00Z', noticed_for = '2027-11-03T10:00:00Z'
  where purchase_id = '00000027-0000-7000-8000-0000000000c1';
update notices set due_at = '2027-09-24T10:01:00Z', leased_until = '2027-09-24T10:02:00Z', attempts = 1, last_error = 'PayPal does not answer'
  where purchase_id = '00000027-0000-7000-8000-0000000000c2';
