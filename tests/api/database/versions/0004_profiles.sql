insert into user_profiles (id, user_id, name, email) values
  ('00000004-0000-7000-8000-000000000bb1', 'Uid-Fourth', 'Fourth', 'FOURTH@fourth.example');
