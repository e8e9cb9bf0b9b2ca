-- The SHA-256 of an address that complained.
insert into suppressed_addresses (address_hash, reason, suppressed_at)
values (repeat('ab', 32), 'complaint', '2026-11-02T12:00:00Z');
