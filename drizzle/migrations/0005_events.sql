CREATE TYPE "public"."dispute_state" AS ENUM('open', 'won', 'lost');--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'adjustment';--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"state" "dispute_state" NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_provider_key" UNIQUE("provider_id","payment_id"),
	CONSTRAINT "disputes_lost" CHECK ("disputes"."lost_cents" >= 0 and ("disputes"."state" = 'lost' or "disputes"."lost_cents" = 0))
);
--> statement-breakpoint
ALTER TABLE "commission_entries" DROP CONSTRAINT "commission_entries_sign";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "customer_first_paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "state_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "state_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment_idx" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "commission_entries" ADD CONSTRAINT "commission_entries_sign" CHECK (case "commission_entries"."kind"::text when 'commission' then "commission_entries"."amount_cents" >= 0 when 'refund' then "commission_entries"."amount_cents" <= 0 when 'reversal' then "commission_entries"."amount_cents" <= 0 else true end);--> statement-breakpoint

-- Neither below zero nor above the entry's rate of what was paid less tax. A payment's commission is its first entry,
-- held to the rate by itself; an admin's reattribution is not held to one. The payment row is locked first, so that two entries at once cannot both see the older sum.
CREATE OR REPLACE FUNCTION check_commission_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
  base bigint;
BEGIN
  SELECT amount_cents - tax_cents INTO base FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  SELECT coalesce(sum(amount_cents), 0) + NEW.amount_cents INTO total
    FROM commission_entries WHERE payment_id = NEW.payment_id AND affiliate_id = NEW.affiliate_id;
  IF total < 0 THEN
    RAISE EXCEPTION 'commission of payment % would fall below zero', NEW.payment_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'commission_entries_sum';
  END IF;
  IF NEW.kind <> 'reattribution' AND NEW.rate_basis_points BETWEEN 0 AND 10000
     AND (CASE NEW.kind WHEN 'commission' THEN NEW.amount_cents ELSE total END) > (base * NEW.rate_basis_points + 5000) / 10000 THEN
    RAISE EXCEPTION 'commission of payment % would exceed its rate', NEW.payment_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'commission_entries_cap';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint

CREATE FUNCTION check_dispute_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.payment_id, NEW.provider_id) IS DISTINCT FROM (OLD.id, OLD.payment_id, OLD.provider_id)
     OR NEW.state_at < OLD.state_at THEN
    RAISE EXCEPTION 'a dispute keeps its payment and goes forward'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'disputes_immutable';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER disputes_change BEFORE UPDATE ON disputes
  FOR EACH ROW EXECUTE FUNCTION check_dispute_change();
--> statement-breakpoint
CREATE TRIGGER disputes_no_delete BEFORE DELETE ON disputes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER disputes_no_truncate BEFORE TRUNCATE ON disputes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- Events that were only kept until now: money that went back, disputes, and what failed.
UPDATE webhook_events SET next_attempt_at = now() WHERE state IN ('received', 'failed');
--> statement-breakpoint
UPDATE webhook_events
  SET state = 'received', processed_at = NULL, next_attempt_at = now(), resource_id = body #>> '{resource,dispute_id}'
  WHERE type LIKE 'CUSTOMER.DISPUTE.%' AND state = 'ignored';
