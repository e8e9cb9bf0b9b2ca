-- A withdrawal of a buyer who did not know the order number.
insert into withdrawals (id, name, email, order_number, received_at, is_from_buyer) values
  ('00000004-0000-7000-8000-0000000000b4', 'Opens', 'Opens@Fourth.example', 'Annual, 3 November', '2026-11-28', true);
