-- Purchases, payments and disputes: what was bought and paid never changes, and states only move forward. PayPal's
-- events arrive late and twice, so an older one must not undo a newer state.

-- Refuses a row. The trigger gives the message, and its name is the constraint.
CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse('check_violation', TG_NAME, TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint

-- Refuses a change of `state` that the trigger does not list: its argument is JSON, from each state to the next ones.
CREATE FUNCTION check_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT coalesce(TG_ARGV[0]::jsonb -> OLD.state::text ? NEW.state::text, false) THEN
    PERFORM refuse('check_violation', TG_NAME,
      format('%s: the state cannot change from %s to %s', TG_TABLE_NAME, OLD.state, NEW.state));
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint

-- The columns are compared one by one: PostgreSQL stores a comparison of rows in one form and dumps it in another, so the
-- backup check would find a difference.
CREATE TRIGGER purchases_immutable BEFORE UPDATE ON purchases FOR EACH ROW
  WHEN (NEW.provider_id <> OLD.provider_id OR NEW.type <> OLD.type OR NEW.plan_id <> OLD.plan_id
    OR NEW.amount_cents <> OLD.amount_cents)
  EXECUTE FUNCTION refuse_change('what was bought never changes');
--> statement-breakpoint
CREATE TRIGGER purchases_transition BEFORE UPDATE ON purchases FOR EACH ROW
  WHEN (NEW.state <> OLD.state)
  EXECUTE FUNCTION check_transition('{
    "pending": ["completed", "active", "suspended", "cancelled", "expired", "failed"],
    "failed": ["completed", "active"],
    "active": ["suspended", "cancelled", "expired"],
    "suspended": ["active", "cancelled", "expired"]
  }');
--> statement-breakpoint

-- The place of a payment (`sequence`) may change: an earlier payment that arrives late moves the later ones.
CREATE TRIGGER payments_immutable BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.provider_id <> OLD.provider_id OR NEW.purchase_id <> OLD.purchase_id
    OR NEW.amount_cents <> OLD.amount_cents OR NEW.tax_cents <> OLD.tax_cents
    OR NEW.refunded_cents < OLD.refunded_cents)
  EXECUTE FUNCTION refuse_change('what was paid never changes');
--> statement-breakpoint
CREATE TRIGGER payments_transition BEFORE UPDATE ON payments FOR EACH ROW
  WHEN (NEW.state <> OLD.state)
  EXECUTE FUNCTION check_transition('{
    "pending": ["completed", "declined"],
    "declined": ["completed"],
    "completed": ["reversed"]
  }');
--> statement-breakpoint

CREATE TRIGGER disputes_immutable BEFORE UPDATE ON disputes FOR EACH ROW
  WHEN (NEW.id <> OLD.id OR NEW.payment_id <> OLD.payment_id OR NEW.provider_id <> OLD.provider_id
    OR NEW.state_at < OLD.state_at)
  EXECUTE FUNCTION refuse_change('a dispute keeps its payment, and its state never becomes an older one');
