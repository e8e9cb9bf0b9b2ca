-- A cancellation that PayPal has not answered yet.
insert into withdrawals (id, kind, name, email, order_number, received_at, settled_by) values
  ('00000004-0000-7000-8000-0000000000b5', 'cancellation', 'Opens', 'Opens@Fourth.example', 'Annual, 4 November', '2026-11-29', 'staff');
