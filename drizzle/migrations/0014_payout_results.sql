CREATE TYPE "public"."payout_result" AS ENUM('unclaimed', 'returned', 'blocked');--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "result" "payout_result";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "result_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_result" CHECK (("payouts"."result" is null) = ("payouts"."result_at" is null));
--> statement-breakpoint

-- A paid payout is due again when PayPal returns its money.
DROP TRIGGER payouts_transition ON payouts;
--> statement-breakpoint
CREATE TRIGGER payouts_transition BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN (NEW.state <> OLD.state)
  EXECUTE FUNCTION check_transition('{
    "proposed": ["approved", "rejected"],
    "approved": ["paid", "rejected", "proposed"],
    "paid": ["approved"]
  }');
--> statement-breakpoint

-- Keeps the statement, the amount and the address of a payout, and all of one that is paid or rejected, with two exceptions: the
-- address and the reason of a rejection may be forgotten, and a paid payout may become approved again as returned by PayPal.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE allowed payouts%ROWTYPE := OLD;
BEGIN
  IF NEW.payout_email IS NULL THEN
    allowed.payout_email := NULL;
  END IF;
  IF NEW.rejected_reason IS NULL THEN
    allowed.rejected_reason := NULL;
  END IF;
  IF OLD.state = 'paid' AND NEW.state = 'approved' AND NEW.result = 'returned' THEN
    allowed.state := NEW.state;
    allowed.paid_at := NULL;
    allowed.result := NEW.result;
    allowed.result_at := NEW.result_at;
  END IF;
  IF NEW IS DISTINCT FROM allowed
     AND ((NEW.id, NEW.statement_id, NEW.amount_cents, NEW.payout_email)
         IS DISTINCT FROM (OLD.id, OLD.statement_id, OLD.amount_cents, OLD.payout_email)
       OR OLD.state IN ('paid', 'rejected')) THEN
    PERFORM refuse('restrict_violation', 'payouts_immutable', 'what is paid out never changes');
  END IF;
  RETURN NEW;
END $$;
