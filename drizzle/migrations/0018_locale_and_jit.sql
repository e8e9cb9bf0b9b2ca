-- Makes normalise_email independent of the database's locale: the small letter of I is i, also where Turkish is spoken. Letters
-- outside of ASCII stay as they are. `normaliseEmail` in src/shared does the same.
CREATE OR REPLACE FUNCTION normalise_email(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN untagged ~ '^.+@(gmail|googlemail)\.com$'
        THEN replace(regexp_replace(untagged, '@[^@]*$', ''), '.', '') || '@gmail.com'
      ELSE untagged
    END
  FROM (
    SELECT regexp_replace(
      lower(btrim(email, E' \t\r\n') COLLATE "C"), '^(.[^+]*)\+.*(@[^@]*)$', '\1\2'
    ) AS untagged
  ) AS mailbox
$$;
--> statement-breakpoint

-- The indexes hold results of the former function.
REINDEX INDEX customers_person_idx;--> statement-breakpoint
REINDEX INDEX mails_address_idx;--> statement-breakpoint
REINDEX INDEX newsletter_subscriptions_person_idx;--> statement-breakpoint
REINDEX INDEX purchases_receipt_email_idx;--> statement-breakpoint
REINDEX INDEX portal_sessions_email_idx;--> statement-breakpoint
REINDEX INDEX withdrawals_email_idx;--> statement-breakpoint
REINDEX INDEX address_changes_old_email_idx;--> statement-breakpoint
REINDEX INDEX address_changes_new_email_idx;--> statement-breakpoint

-- Turns off the compiler for queries (JIT). It takes ten times as long for a list as the list itself. The setting holds for new
-- connections. A role that does not own the database may not change it; `npm run doctor` then says so.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I SET jit = off', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'JIT stays on: %', SQLERRM;
END $$;
