-- Forgetting: personal data can be removed from append-only tables, and nothing else can be changed with it.

-- Removes personal data from a PayPal event: fields whose names promise such data, messages in a dispute, and every text
-- with an email address. Ids, amounts, states, dates and the merchant's own data stay.
CREATE FUNCTION strip_personal_data(value jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
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
          ELSE strip_personal_data(item)
        END), '{}')
      FROM jsonb_each(value) AS fields (key, item))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(strip_personal_data(item) ORDER BY place), '[]')
      FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
    WHEN 'string' THEN CASE WHEN value #>> '{}' ~ '[^\s@]@[^\s@]+\.[^\s@]' THEN 'null' ELSE value END
    ELSE value
  END;
END $$;
--> statement-breakpoint

-- True if `copy` equals `original`, or has the same fields with null in some of them.
CREATE FUNCTION is_redacted_copy(original jsonb, copy jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT original IS NOT DISTINCT FROM copy
    OR CASE WHEN jsonb_typeof(original) = 'object' AND jsonb_typeof(copy) = 'object' THEN NOT EXISTS (
      SELECT 1 FROM jsonb_each(original) AS old FULL JOIN jsonb_each(copy) AS new USING (key)
      WHERE old.value IS NULL OR new.value IS NULL OR new.value NOT IN (old.value, 'null')
    ) ELSE false END
$$;
--> statement-breakpoint

-- An audit entry may lose fields of `before` and `after`, and then has the reason 'redacted'. It may lose the actor's
-- address. An entry about a payout or a purchase may lose its reason, which can name a person.
CREATE FUNCTION check_redaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loses_facts boolean := (NEW.before, NEW.after) IS DISTINCT FROM (OLD.before, OLD.after);
BEGIN
  IF (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.entity, NEW.entity_id, NEW.request_id)
       IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.entity, OLD.entity_id, OLD.request_id)
     AND (NEW.actor_email IS NULL OR NEW.actor_email IS NOT DISTINCT FROM OLD.actor_email)
     AND ((NEW.before IS NULL AND NEW.after IS NULL)
       OR (is_redacted_copy(OLD.before, NEW.before) AND is_redacted_copy(OLD.after, NEW.after)))
     AND (CASE
       WHEN loses_facts THEN NEW.reason IS NOT DISTINCT FROM 'redacted'
       WHEN NEW.reason IS DISTINCT FROM OLD.reason
         THEN NEW.reason = 'redacted' AND OLD.reason IS NOT NULL AND OLD.entity IN ('payout', 'purchase')
       ELSE NEW.actor_email IS DISTINCT FROM OLD.actor_email
     END)
  THEN
    RETURN NEW;
  END IF;
  PERFORM refuse('restrict_violation', TG_NAME, 'audit_log is append-only, except for redaction');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_redaction BEFORE UPDATE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION check_redaction();
--> statement-breakpoint

-- The history of payout addresses loses an address when its affiliate is closed, and is deleted with its affiliate.
CREATE TRIGGER payout_email_changes_redaction BEFORE UPDATE ON payout_email_changes FOR EACH ROW
  WHEN (OLD.email IS NULL OR NEW.email IS NOT NULL OR NEW.id <> OLD.id OR NEW.affiliate_id <> OLD.affiliate_id
    OR NEW.changed_by <> OLD.changed_by OR NEW.changed_at <> OLD.changed_at)
  EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION check_affiliate_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM affiliates WHERE id = OLD.affiliate_id;
  IF FOUND THEN
    PERFORM refuse('restrict_violation', TG_NAME, TG_TABLE_NAME || ' is append-only');
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER payout_email_changes_no_delete BEFORE DELETE ON payout_email_changes
  FOR EACH ROW EXECUTE FUNCTION check_affiliate_deleted();
--> statement-breakpoint

-- Closing an affiliate forgets the addresses of the payouts, and the reasons of rejections. A trigger does this because a
-- month may be closed, or a payout rejected, at the same time.
CREATE FUNCTION forget_payout_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payouts SET payout_email = NULL, rejected_reason = NULL
    FROM statements
    WHERE statements.id = payouts.statement_id AND statements.affiliate_id = NEW.id
      AND (payouts.payout_email IS NOT NULL OR payouts.rejected_reason IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_forget_payout_addresses AFTER UPDATE ON affiliates FOR EACH ROW
  WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
  EXECUTE FUNCTION forget_payout_addresses();
