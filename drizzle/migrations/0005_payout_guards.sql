-- Payouts: an amount is paid once, to an address that was approved.

-- A payout pays the amount of its statement. The trigger runs after the insert, because the same command may insert both.
CREATE FUNCTION check_payout_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM statements WHERE id = NEW.statement_id AND paid_cents = NEW.amount_cents;
  IF NOT FOUND THEN
    PERFORM refuse('check_violation', 'payouts_amount', 'a payout pays the amount of its statement');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_amount AFTER INSERT ON payouts
  FOR EACH ROW EXECUTE FUNCTION check_payout_amount();
--> statement-breakpoint

CREATE TRIGGER payouts_address BEFORE INSERT OR UPDATE OF state ON payouts FOR EACH ROW
  WHEN (NEW.payout_email IS NULL AND NEW.state IN ('proposed', 'approved'))
  EXECUTE FUNCTION refuse_row('a payout needs an address');
--> statement-breakpoint
CREATE TRIGGER payouts_begin BEFORE INSERT ON payouts FOR EACH ROW
  WHEN (NEW.state <> 'proposed')
  EXECUTE FUNCTION refuse_row('a payout begins as proposed');
--> statement-breakpoint

-- An approved payout returns to review when another account proves the affiliate's address. A rejected payout stays
-- rejected: its amount comes back in a later statement, and must not be paid twice.
CREATE TRIGGER payouts_transition BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN (NEW.state <> OLD.state)
  EXECUTE FUNCTION check_transition('{
    "proposed": ["approved", "rejected"],
    "approved": ["paid", "rejected", "proposed"]
  }');
--> statement-breakpoint

-- Keeps the statement, the amount and the address of a payout, and all of one that is paid or rejected. Only the address
-- and the reason of a rejection may be forgotten, and by a change of their own.
CREATE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE forgotten payouts%ROWTYPE := OLD;
BEGIN
  IF NEW.payout_email IS NULL THEN
    forgotten.payout_email := NULL;
  END IF;
  IF NEW.rejected_reason IS NULL THEN
    forgotten.rejected_reason := NULL;
  END IF;
  IF NEW IS DISTINCT FROM forgotten
     AND ((NEW.id, NEW.statement_id, NEW.amount_cents, NEW.payout_email)
         IS DISTINCT FROM (OLD.id, OLD.statement_id, OLD.amount_cents, OLD.payout_email)
       OR OLD.state IN ('paid', 'rejected')) THEN
    PERFORM refuse('restrict_violation', 'payouts_immutable', 'what is paid out never changes');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Fires after `payouts_transition`, in the order of the names: a refused state is reported first.
CREATE TRIGGER payouts_unchanged BEFORE UPDATE ON payouts
  FOR EACH ROW EXECUTE FUNCTION check_payout_change();
--> statement-breakpoint

-- A statement returns the amount of rejected payouts of its own affiliate only.
CREATE FUNCTION check_returned_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM payouts JOIN statements ON statements.id = payouts.statement_id
    WHERE payouts.id = NEW.payout_id AND payouts.state = 'rejected' AND statements.affiliate_id = NEW.affiliate_id;
  IF NOT FOUND THEN
    PERFORM refuse('check_violation', 'statement_returns_rejected', 'a statement returns only rejected payouts of its affiliate');
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER statement_returns_rejected BEFORE INSERT ON statement_returns
  FOR EACH ROW EXECUTE FUNCTION check_returned_payout();
