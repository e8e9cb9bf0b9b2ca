ALTER TABLE "address_changes" ADD COLUMN "is_old_email_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "address_changes" ADD COLUMN "payment_email" text;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD COLUMN "uid" text;--> statement-breakpoint
ALTER TABLE "portal_sessions" ADD COLUMN "signed_in_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "portal_sessions_uid_idx" ON "portal_sessions" USING btree ("uid");
--> statement-breakpoint

-- A payout needs an address, except one in review, or back in review, that loses somebody else's address.
CREATE FUNCTION check_payout_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state IN ('proposed', 'approved') AND NEW.state = 'proposed' THEN
    RETURN NEW;
  END IF;
  PERFORM refuse('check_violation', TG_NAME, 'a payout needs an address');
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER payouts_address ON payouts;
--> statement-breakpoint
CREATE TRIGGER payouts_address BEFORE INSERT OR UPDATE OF state ON payouts FOR EACH ROW
  WHEN (NEW.payout_email IS NULL AND NEW.state IN ('proposed', 'approved'))
  EXECUTE FUNCTION check_payout_address();
--> statement-breakpoint

-- Keeps the statement, the amount and the address of a payout, and all of one that is paid or rejected, with three exceptions: the
-- address and the reason of a rejection may be forgotten, a payout in review may get the payment email that its affiliate has
-- now, and a paid payout may become approved again as returned by PayPal.
CREATE OR REPLACE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE allowed payouts%ROWTYPE := OLD;
BEGIN
  IF NEW.payout_email IS NULL THEN
    allowed.payout_email := NULL;
  ELSIF NEW.payout_email IS DISTINCT FROM OLD.payout_email
      AND NEW.state = 'proposed' AND OLD.state IN ('proposed', 'approved') THEN
    SELECT affiliates.payout_email INTO allowed.payout_email
      FROM statements JOIN affiliates ON affiliates.id = statements.affiliate_id
      WHERE statements.id = NEW.statement_id;
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
         IS DISTINCT FROM (OLD.id, OLD.statement_id, OLD.amount_cents, allowed.payout_email)
       OR OLD.state IN ('paid', 'rejected')) THEN
    PERFORM refuse('restrict_violation', 'payouts_immutable', 'what is paid out never changes');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint

-- A payout in review without an address gets the next payment email of its affiliate.
CREATE FUNCTION address_payouts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payouts SET payout_email = NEW.payout_email
    FROM statements
    WHERE statements.id = payouts.statement_id AND statements.affiliate_id = NEW.id
      AND payouts.state = 'proposed' AND payouts.payout_email IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_address_payouts AFTER UPDATE OF payout_email ON affiliates FOR EACH ROW
  WHEN (NEW.payout_email IS DISTINCT FROM OLD.payout_email AND NEW.payout_email IS NOT NULL)
  EXECUTE FUNCTION address_payouts();
