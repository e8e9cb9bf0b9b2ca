ALTER TABLE "affiliate_activations" DROP CONSTRAINT "affiliate_activations_affiliate_id_affiliates_id_fk";
--> statement-breakpoint
ALTER TABLE "payout_email_changes" DROP CONSTRAINT "payout_email_changes_affiliate_id_affiliates_id_fk";
--> statement-breakpoint
DROP INDEX "affiliates_activated_idx";--> statement-breakpoint
DROP INDEX "customers_name_idx";--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(name || chr(10) || coalesce(email, '') || chr(10) || code)) STORED;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(coalesce(name, '') || chr(10) || coalesce(email, ''))) STORED;--> statement-breakpoint
ALTER TABLE "affiliate_activations" ADD CONSTRAINT "affiliate_activations_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_email_changes" ADD CONSTRAINT "payout_email_changes_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "affiliates_email_idx" ON "affiliates" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "affiliates_closed_idx" ON "affiliates" USING btree ("date_created","id") WHERE "affiliates"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "customers_email_idx" ON "customers" USING btree (coalesce(lower("email"), ''),"id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree (lower("actor_email"),"at");--> statement-breakpoint
CREATE INDEX "webhook_events_agreement_idx" ON "webhook_events" USING btree (("body" #>> '{resource,billing_agreement_id}'));--> statement-breakpoint
CREATE INDEX "webhook_events_order_idx" ON "webhook_events" USING btree (("body" #>> '{resource,supplementary_data,related_ids,order_id}'));--> statement-breakpoint
CREATE INDEX "affiliates_activated_idx" ON "affiliates" USING btree (coalesce("date_activated", timestamptz '-infinity'),"id");--> statement-breakpoint
CREATE INDEX "customers_name_idx" ON "customers" USING btree (coalesce(lower("name"), ''),"id");--> statement-breakpoint

-- Somebody asked to be forgotten: an entry of the log loses what it said of them, and says so. Nothing else changes.
CREATE FUNCTION redact_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.before IS NOT NULL OR OLD.after IS NOT NULL)
       AND NEW.before IS NULL AND NEW.after IS NULL AND NEW.reason = 'redacted'
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
DROP TRIGGER audit_log_append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION redact_only();
--> statement-breakpoint

-- Payout addresses go with the whole record, or lose the address when it is closed.
CREATE FUNCTION forget_payout_email_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM affiliates WHERE id = OLD.affiliate_id) THEN
      RETURN OLD;
    END IF;
  ELSIF OLD.email IS NOT NULL AND NEW.email IS NULL
        AND (NEW.id, NEW.affiliate_id, NEW.changed_by, NEW.changed_at)
          IS NOT DISTINCT FROM (OLD.id, OLD.affiliate_id, OLD.changed_by, OLD.changed_at)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER payout_email_changes_append_only ON payout_email_changes;
--> statement-breakpoint
CREATE TRIGGER payout_email_changes_append_only BEFORE UPDATE OR DELETE ON payout_email_changes
  FOR EACH ROW EXECUTE FUNCTION forget_payout_email_only();
--> statement-breakpoint

-- A provider's event without what it says of a person; ids, money, states, dates and the merchant stay.
CREATE FUNCTION without_person(value jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE jsonb_typeof(value)
    WHEN 'object' THEN (
      SELECT coalesce(jsonb_object_agg(key, CASE
          WHEN key = 'payee' THEN item
          WHEN key IN (
            'email', 'email_address', 'payer_email', 'name', 'full_name', 'given_name', 'surname', 'first_name',
            'last_name', 'recipient_name', 'address', 'billing_address', 'shipping', 'shipping_address', 'phone',
            'phone_number', 'birth_date', 'note_to_payer'
          ) THEN 'null'
          ELSE without_person(item)
        END), '{}')
      FROM jsonb_each(value) AS fields (key, item))
    WHEN 'array' THEN (
      SELECT coalesce(jsonb_agg(without_person(item) ORDER BY place), '[]')
      FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
    ELSE value
  END;
END $$;
