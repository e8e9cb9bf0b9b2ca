CREATE TABLE "suppressed_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" "leave_reason" NOT NULL,
	"suppressed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressed_addresses_hash_length" CHECK (char_length("suppressed_addresses"."address_hash") between 64 and 64)
);
--> statement-breakpoint

-- Returns the form of an email in which two spellings of one mailbox are equal. Letter case does not matter. Gmail ignores dots and
-- `+tags`. At other hosts another spelling may be another person's mailbox.
CREATE FUNCTION mailbox_key(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN key LIKE '%@gmail.com' THEN key ELSE lower(btrim(email, E' \t\r\n') COLLATE "C") END
  FROM (SELECT normalise_email(email) AS key) AS normalised
$$;
--> statement-breakpoint

-- Keeps the addresses that bounced or complained before.
INSERT INTO suppressed_addresses (address_hash, reason, suppressed_at)
SELECT encode(sha256(convert_to(mailbox_key(email), 'UTF8')), 'hex'), left_reason, left_at
FROM newsletter_subscriptions WHERE left_reason IN ('bounce', 'complaint')
ON CONFLICT DO NOTHING;
