-- Every address that an entry of the log names in a field of its own, in lower case; NULLs name nobody.
CREATE FUNCTION addresses_in(before jsonb, after jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT lower(value)), '{}')
  FROM (
    SELECT value FROM jsonb_each_text(CASE jsonb_typeof(before) WHEN 'object' THEN before END)
    UNION ALL
    SELECT value FROM jsonb_each_text(CASE jsonb_typeof(after) WHEN 'object' THEN after END)
  ) AS fields
  WHERE value LIKE '%@%' AND char_length(value) <= 255
$$;
--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "payout_email" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "affiliates_referred_by_idx" ON "affiliates" USING btree (lower("referred_by"));--> statement-breakpoint
CREATE INDEX "audit_log_addresses_idx" ON "audit_log" USING gin (addresses_in("before", "after"));--> statement-breakpoint
CREATE INDEX "webhook_events_dispute_idx" ON "webhook_events" USING btree (("body" #>> '{resource,disputed_transactions,0,seller_transaction_id}'));--> statement-breakpoint

-- Whether `later` is `earlier`, or has the same fields and null in some of them.
CREATE FUNCTION says_less(earlier jsonb, later jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT earlier IS NOT DISTINCT FROM later
    OR CASE WHEN jsonb_typeof(earlier) = 'object' AND jsonb_typeof(later) = 'object' THEN NOT EXISTS (
      SELECT 1 FROM jsonb_each(earlier) AS told FULL JOIN jsonb_each(later) AS kept USING (key)
      WHERE told.value IS NULL OR kept.value IS NULL OR kept.value NOT IN (told.value, 'null')
    ) ELSE false END
$$;
--> statement-breakpoint

-- An entry of the log may lose all that it said, or fields of it: it may be about one person and name another.
CREATE OR REPLACE FUNCTION redact_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.before, NEW.after) IS DISTINCT FROM (OLD.before, OLD.after)
       AND ((NEW.before IS NULL AND NEW.after IS NULL)
         OR (says_less(OLD.before, NEW.before) AND says_less(OLD.after, NEW.after)))
       AND NEW.reason = 'redacted'
       AND (NEW.id, NEW.at, NEW.actor_id, NEW.actor_email, NEW.action, NEW.entity, NEW.entity_id, NEW.request_id)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.at, OLD.actor_id, OLD.actor_email, OLD.action, OLD.entity, OLD.entity_id, OLD.request_id)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- A payout's address may be forgotten, also of one that is paid; nobody proposes or approves one without an address.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE forgotten payouts%ROWTYPE;
BEGIN
  IF NEW.payout_email IS NULL AND NEW.state IN ('proposed', 'approved')
     AND (TG_OP = 'INSERT' OR NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'a payout needs an address'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_address';
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a payout begins as proposed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_transition';
    END IF;
    RETURN NEW;
  END IF;
  forgotten := OLD;
  forgotten.payout_email := NULL;
  IF NEW IS NOT DISTINCT FROM forgotten THEN
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'proposed' THEN NEW.state IN ('approved', 'rejected')
      WHEN 'approved' THEN NEW.state IN ('paid', 'rejected')
      WHEN 'rejected' THEN NEW.state = 'proposed'
      ELSE false END) THEN
    RAISE EXCEPTION 'a payout cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_transition';
  END IF;
  IF (NEW.id, NEW.statement_id, NEW.amount_cents, NEW.payout_email)
     IS DISTINCT FROM (OLD.id, OLD.statement_id, OLD.amount_cents, OLD.payout_email)
     OR (OLD.state = 'paid' AND NEW IS DISTINCT FROM OLD) THEN
    RAISE EXCEPTION 'what is paid out never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payouts_immutable';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
UPDATE payouts SET payout_email = NULL
  FROM statements JOIN affiliates ON affiliates.id = statements.affiliate_id
  WHERE statements.id = payouts.statement_id AND affiliates.closed_at IS NOT NULL;
--> statement-breakpoint

-- A provider's event without what it says of a person: fields that hold such things by their name, what people
-- wrote in a dispute, and every text with an address in it. Ids, money, states, dates and the merchant stay.
CREATE OR REPLACE FUNCTION without_person(value jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(key, CASE
          WHEN key IN ('payee', 'seller') THEN item
          WHEN key ~ '(^|_)(name|surname|email|phones?|address(es)?|notes?)(_|$)' OR key IN (
            'admin_area_1', 'admin_area_2', 'birth_date', 'city', 'content', 'country_code', 'date_of_birth',
            'documents', 'expiry', 'last_digits', 'line1', 'line2', 'national_number', 'postal_code', 'shipping',
            'tax_id', 'tax_info'
          ) THEN 'null'
          ELSE without_person(item)
        END), '{}')
      FROM jsonb_each(value) AS fields (key, item))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(without_person(item) ORDER BY place), '[]')
      FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
    WHEN 'string' THEN CASE WHEN value #>> '{}' ~ '[^\s@]@[^\s@]+\.[^\s@]' THEN 'null' ELSE value END
    ELSE value
  END;
END $$;
--> statement-breakpoint
UPDATE webhook_events SET body = without_person(body);
--> statement-breakpoint

-- Two spellings are one person at Gmail only: other hosts may give mailboxes with dots and +tags to different people.
UPDATE purchases SET payer_email_key = CASE
    WHEN typed.email ~ '@(gmail|googlemail)\.com$'
      THEN replace(regexp_replace(typed.email, '(\+.*)?@[^@]*$', ''), '.', '') || '@gmail.com'
    ELSE typed.email
  END
  FROM (SELECT id, lower(btrim(payer_email, E' \t\r\n')) AS email FROM purchases) AS typed
  WHERE typed.id = purchases.id AND purchases.payer_email IS NOT NULL;
