insert into policy_violations (day, directive, host, count) values ('2025-08-04', 'connect-src', 'tracker.example', 3);
