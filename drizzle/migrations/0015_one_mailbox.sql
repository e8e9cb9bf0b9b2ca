-- One person behind two spellings: `+tag` names the same mailbox at every host, as normaliseEmail says.
CREATE OR REPLACE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN untagged ~ '^.+@(gmail|googlemail)\.com$'
        THEN replace(regexp_replace(untagged, '@[^@]*$', ''), '.', '') || '@gmail.com'
      ELSE untagged
    END
  FROM (
    SELECT regexp_replace(lower(btrim(email, E' \t\r\n')), '^(.[^+]*)\+.*(@[^@]*)$', '\1\2') AS untagged
  ) AS given
$$;
--> statement-breakpoint
REINDEX INDEX customers_person_idx;
--> statement-breakpoint
UPDATE purchases SET payer_email_key = email_key(payer_email)
  WHERE payer_email IS NOT NULL AND payer_email_key IS DISTINCT FROM email_key(payer_email);
