CREATE TYPE "public"."carried_reason" AS ENUM('negative', 'below-minimum', 'no-payout-email', 'closed');--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "closed_months_start" CHECK (extract(day from "closed_months"."month") = 1)
);
--> statement-breakpoint
CREATE TABLE "statement_returns" (
	"payout_id" uuid PRIMARY KEY NOT NULL,
	"statement_id" uuid NOT NULL,
	"affiliate_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rejected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rejected_reason" text;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "returned_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "statements" ADD COLUMN "carried_reason" "carried_reason";--> statement-breakpoint
ALTER TABLE "statement_returns" ADD CONSTRAINT "statement_returns_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_returns" ADD CONSTRAINT "statement_returns_statement_id_affiliate_id_statements_id_affiliate_id_fk" FOREIGN KEY ("statement_id","affiliate_id") REFERENCES "public"."statements"("id","affiliate_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_returns_statement_idx" ON "statement_returns" USING btree ("statement_id");--> statement-breakpoint
UPDATE payouts SET rejected_at = coalesce(approved_at, created_at) WHERE state = 'rejected';--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_rejected" CHECK (("payouts"."state" = 'rejected') = ("payouts"."rejected_at" is not null));--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_returned" CHECK ("statements"."returned_cents" >= 0);--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_carried" CHECK ("statements"."carried_reason" is null or "statements"."closing_cents" <> 0);--> statement-breakpoint

-- Months that were closed before this table was there.
INSERT INTO closed_months (month)
  SELECT generate_series(min(month), max(month), interval '1 month')::date FROM statements HAVING count(*) > 0;
--> statement-breakpoint
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE ON closed_months
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closed_months_no_truncate BEFORE TRUNCATE ON closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION check_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE last date;
BEGIN
  SELECT max(month) INTO last FROM closed_months;
  IF NEW.month <> last + interval '1 month' THEN
    RAISE EXCEPTION 'months are closed one after the other: % does not follow %', NEW.month, last
      USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_order';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER closed_months_order BEFORE INSERT ON closed_months
  FOR EACH ROW EXECUTE FUNCTION check_closed_month();
--> statement-breakpoint

CREATE TRIGGER statement_returns_append_only BEFORE UPDATE OR DELETE ON statement_returns
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_returns_no_truncate BEFORE TRUNCATE ON statement_returns
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION check_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payouts JOIN statements ON statements.id = payouts.statement_id
    WHERE payouts.id = NEW.payout_id AND payouts.state = 'rejected' AND statements.affiliate_id = NEW.affiliate_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'only a rejected payout of the same affiliate comes back'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_returns_rejected';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_returns_rejected BEFORE INSERT ON statement_returns
  FOR EACH ROW EXECUTE FUNCTION check_return();
--> statement-breakpoint

-- A rejected payout stays rejected: its amount comes back in a statement, and must not be paid beside that.
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
      ELSE false END) THEN
    RAISE EXCEPTION 'a payout cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_transition';
  END IF;
  IF (NEW.id, NEW.statement_id, NEW.amount_cents, NEW.payout_email)
     IS DISTINCT FROM (OLD.id, OLD.statement_id, OLD.amount_cents, OLD.payout_email)
     OR (OLD.state IN ('paid', 'rejected') AND NEW IS DISTINCT FROM OLD) THEN
    RAISE EXCEPTION 'what is paid out never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payouts_immutable';
  END IF;
  IF NEW.state = 'rejected' AND NEW.rejected_at IS NULL THEN
    NEW.rejected_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint

-- A month may be closed while an affiliate is: the payout that came in between loses its address as well.
CREATE FUNCTION forget_payout_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payouts SET payout_email = NULL
    FROM statements
    WHERE statements.id = payouts.statement_id AND statements.affiliate_id = NEW.id
      AND payouts.payout_email IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_forget_payout_addresses AFTER UPDATE ON affiliates
  FOR EACH ROW WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
  EXECUTE FUNCTION forget_payout_addresses();
