-- A subscription with the date of its next payment.
update purchases set next_billing_at = '2026-11-03T10:00:00Z' where type = 'subscription';
