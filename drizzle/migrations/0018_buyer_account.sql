ALTER TABLE "payments" DROP CONSTRAINT "payments_sequence_key";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_renewal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_purchase_idx" ON "payments" USING btree ("purchase_id");--> statement-breakpoint
-- Refuses a transaction whose decision is based on rows that have changed. The caller decides again.
CREATE FUNCTION assert_unchanged(seen text, current text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current IS DISTINCT FROM seen THEN
    RAISE EXCEPTION 'the rows behind this decision have changed'
      USING ERRCODE = 'serialization_failure', CONSTRAINT = 'concurrent_update';
  END IF;
END $$;--> statement-breakpoint
-- An earlier payment that is learned late moves the later ones one place on.
CREATE OR REPLACE FUNCTION check_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.provider_id, NEW.purchase_id, NEW.amount_cents, NEW.tax_cents)
     IS DISTINCT FROM (OLD.provider_id, OLD.purchase_id, OLD.amount_cents, OLD.tax_cents)
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
END $$;--> statement-breakpoint
-- The place by date, which was computed by queries before, replaces the order in which payments became known.
UPDATE payments SET sequence = placed.place,
  is_renewal = placed.place > 1 OR (placed.type = 'one-time' AND coalesce(paid_at > customer_first_paid_at, false))
FROM (
  SELECT one.id, purchases.type, 1 + (
    SELECT count(*) FROM payments earlier
    WHERE earlier.purchase_id = one.purchase_id AND earlier.state IN ('completed', 'reversed')
      AND (earlier.paid_at, earlier.provider_id) < (one.paid_at, one.provider_id)
  ) AS place
  FROM payments one JOIN purchases ON purchases.id = one.purchase_id
) AS placed
WHERE placed.id = payments.id AND (sequence <> placed.place
  OR placed.place > 1 OR (placed.type = 'one-time' AND paid_at > customer_first_paid_at));
