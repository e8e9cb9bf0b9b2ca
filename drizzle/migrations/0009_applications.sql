CREATE TYPE "public"."application_state" AS ENUM('waiting', 'approved', 'declined');--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "promotion" text;--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "application_state" "application_state" DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "declined_reason" text;--> statement-breakpoint
CREATE INDEX "affiliates_waiting_idx" ON "affiliates" USING btree (coalesce(case when "application_state" = 'waiting' and "closed_at" is null then "date_created" end, timestamptz 'infinity'),"id");--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_promotion_length" CHECK (char_length("affiliates"."promotion") <= 500);--> statement-breakpoint
ALTER TABLE "affiliates" ADD CONSTRAINT "affiliates_declined_reason" CHECK ("affiliates"."declined_reason" is null or "affiliates"."application_state" = 'declined' and char_length("affiliates"."declined_reason") <= 500);--> statement-breakpoint

-- An affiliate who was ever active was approved.
UPDATE affiliates SET application_state = 'approved'
  WHERE date_activated IS NOT NULL
    OR EXISTS (SELECT 1 FROM affiliate_activations WHERE affiliate_id = affiliates.id);
--> statement-breakpoint

-- Approves an application with the affiliate's activation, in every way: by a form, a bulk change, an import, or the
-- previous version of the server.
CREATE FUNCTION approve_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.application_state := 'approved';
  NEW.declined_reason := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_approve_application BEFORE INSERT OR UPDATE ON affiliates FOR EACH ROW
  WHEN (NEW.date_activated IS NOT NULL AND NEW.application_state <> 'approved')
  EXECUTE FUNCTION approve_application();
--> statement-breakpoint

-- Removes the application of a closed affiliate, also if the previous version of the server closes it.
CREATE FUNCTION forget_application() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.promotion := NULL;
  NEW.declined_reason := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_forget_application BEFORE UPDATE ON affiliates FOR EACH ROW
  WHEN (NEW.closed_at IS NOT NULL AND (NEW.promotion IS NOT NULL OR NEW.declined_reason IS NOT NULL))
  EXECUTE FUNCTION forget_application();
