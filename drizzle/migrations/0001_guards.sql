-- What constraints cannot say: records that are only appended to, states that only move forward,
-- codes that never change, and a ledger that never owes a negative sum.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_entries_append_only BEFORE UPDATE OR DELETE ON commission_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER commission_entries_no_truncate BEFORE TRUNCATE ON commission_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_append_only BEFORE UPDATE OR DELETE ON statements
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statements_no_truncate BEFORE TRUNCATE ON statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_entries_append_only BEFORE UPDATE OR DELETE ON statement_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER statement_entries_no_truncate BEFORE TRUNCATE ON statement_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER refunds_append_only BEFORE UPDATE OR DELETE ON refunds
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER refunds_no_truncate BEFORE TRUNCATE ON refunds
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_email_changes_append_only BEFORE UPDATE OR DELETE ON payout_email_changes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payout_email_changes_no_truncate BEFORE TRUNCATE ON payout_email_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint

-- The payment row is locked first, so that two entries at once cannot both see the older sum.
CREATE FUNCTION check_commission_sum() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total bigint;
BEGIN
  PERFORM 1 FROM payments WHERE id = NEW.payment_id FOR UPDATE;
  SELECT coalesce(sum(amount_cents), 0) + NEW.amount_cents INTO total
    FROM commission_entries WHERE payment_id = NEW.payment_id AND affiliate_id = NEW.affiliate_id;
  IF total < 0 THEN
    RAISE EXCEPTION 'commission of payment % would fall below zero', NEW.payment_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'commission_entries_sum';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER commission_entries_sum BEFORE INSERT ON commission_entries
  FOR EACH ROW EXECUTE FUNCTION check_commission_sum();
--> statement-breakpoint

CREATE FUNCTION keep_affiliate_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.code IS DISTINCT FROM OLD.code THEN
    RAISE EXCEPTION 'an affiliate code never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'affiliates_code_immutable';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_code_immutable BEFORE UPDATE ON affiliates
  FOR EACH ROW EXECUTE FUNCTION keep_affiliate_code();
--> statement-breakpoint

CREATE FUNCTION record_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.date_activated IS NOT DISTINCT FROM OLD.date_activated THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.date_activated IS NOT NULL THEN
    UPDATE affiliate_activations SET active_until = greatest(now(), active_from)
      WHERE affiliate_id = NEW.id AND active_until IS NULL;
  END IF;
  IF NEW.date_activated IS NOT NULL THEN
    INSERT INTO affiliate_activations (id, affiliate_id, active_from)
      VALUES (gen_random_uuid(), NEW.id, NEW.date_activated);
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_activation AFTER INSERT OR UPDATE ON affiliates
  FOR EACH ROW EXECUTE FUNCTION record_activation();
--> statement-breakpoint

CREATE FUNCTION check_purchase_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.provider_id, NEW.type, NEW.plan_id, NEW.amount_cents)
     IS DISTINCT FROM (OLD.provider_id, OLD.type, OLD.plan_id, OLD.amount_cents) THEN
    RAISE EXCEPTION 'what was bought never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'purchases_immutable';
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'pending' THEN true
      WHEN 'failed' THEN NEW.state IN ('completed', 'active')
      WHEN 'active' THEN NEW.state IN ('suspended', 'cancelled', 'expired')
      WHEN 'suspended' THEN NEW.state IN ('active', 'cancelled', 'expired')
      ELSE false END) THEN
    RAISE EXCEPTION 'a purchase cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'purchases_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchases_change BEFORE UPDATE ON purchases
  FOR EACH ROW EXECUTE FUNCTION check_purchase_change();
--> statement-breakpoint

CREATE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.provider_id, NEW.purchase_id, NEW.sequence, NEW.amount_cents, NEW.tax_cents)
     IS DISTINCT FROM (OLD.provider_id, OLD.purchase_id, OLD.sequence, OLD.amount_cents, OLD.tax_cents)
     OR NEW.refunded_cents < OLD.refunded_cents THEN
    RAISE EXCEPTION 'what was paid never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payments_immutable';
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'pending' THEN NEW.state IN ('completed', 'declined')
      WHEN 'completed' THEN NEW.state = 'reversed'
      ELSE false END) THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_change BEFORE UPDATE ON payments
  FOR EACH ROW EXECUTE FUNCTION check_payment_change();
--> statement-breakpoint

CREATE FUNCTION check_payout_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'proposed' THEN
      RAISE EXCEPTION 'a payout begins as proposed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_transition';
    END IF;
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
CREATE TRIGGER payouts_no_delete BEFORE DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER payouts_change BEFORE INSERT OR UPDATE ON payouts
  FOR EACH ROW EXECUTE FUNCTION check_payout_change();
