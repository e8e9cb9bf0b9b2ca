-- A payment that was declined may be completed after all, as a purchase that failed may.
CREATE OR REPLACE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.provider_id, NEW.purchase_id, NEW.sequence, NEW.amount_cents, NEW.tax_cents)
     IS DISTINCT FROM (OLD.provider_id, OLD.purchase_id, OLD.sequence, OLD.amount_cents, OLD.tax_cents)
     OR NEW.refunded_cents < OLD.refunded_cents THEN
    RAISE EXCEPTION 'what was paid never changes'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'payments_immutable';
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'pending' THEN NEW.state IN ('completed', 'declined')
      WHEN 'declined' THEN NEW.state = 'completed'
      WHEN 'completed' THEN NEW.state = 'reversed'
      ELSE false END) THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.state, NEW.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payments_transition';
  END IF;
  RETURN NEW;
END $$;
