-- A payout that PayPal paid, and whose money came back after 30 days.
update payouts set state = 'approved', paid_at = null, result = 'returned', result_at = '2025-12-03'
  where id = '00000001-0000-7000-8000-000000000904';
