-- Functions that indexes of the tables use, so they come before the tables.

-- Returns the form of an email address that is equal for all spellings of one person's mailbox. `normaliseEmail` in
-- src/shared does the same: lowercase, without `+tag`, and for Gmail without dots.
CREATE FUNCTION normalise_email(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN untagged ~ '^.+@(gmail|googlemail)\.com$'
        THEN replace(regexp_replace(untagged, '@[^@]*$', ''), '.', '') || '@gmail.com'
      ELSE untagged
    END
  FROM (
    SELECT regexp_replace(lower(btrim(email, E' \t\r\n')), '^(.[^+]*)\+.*(@[^@]*)$', '\1\2') AS untagged
  ) AS mailbox
$$;
--> statement-breakpoint

-- Returns the email addresses, in lowercase, in the fields of an audit entry's `before` and `after`.
CREATE FUNCTION mentioned_emails(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT lower(value)), '{}')
  FROM (
    SELECT value FROM jsonb_each_text(CASE jsonb_typeof(before) WHEN 'object' THEN before END)
    UNION ALL
    SELECT value FROM jsonb_each_text(CASE jsonb_typeof(after) WHEN 'object' THEN after END)
  ) AS fields
  WHERE value LIKE '%@%' AND char_length(value) <= 255
$$;
