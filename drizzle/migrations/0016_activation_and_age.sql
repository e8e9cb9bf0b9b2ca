ALTER TABLE "affiliates" ADD COLUMN "email_confirmed_at" timestamp with time zone;--> statement-breakpoint
-- Entries that stand counted the age of their payment by rule 1.
ALTER TABLE "commission_entries" ADD COLUMN "age_rule" smallint DEFAULT 1 NOT NULL;
--> statement-breakpoint

-- The activation of an existing record begins when it is saved: a date in the past is shown, but earns nothing for earlier
-- payments. A new record keeps its date, since affiliates are imported from other systems with their true dates.
CREATE OR REPLACE FUNCTION record_activation() RETURNS trigger LANGUAGE plpgsql AS $$
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
      VALUES (
        gen_random_uuid(), NEW.id,
        CASE TG_OP WHEN 'UPDATE' THEN greatest(NEW.date_activated, NEW.updated_at) ELSE NEW.date_activated END
      );
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint

-- An approved payout goes back to review when somebody else proves the affiliate's address.
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
  IF NEW.payout_email IS NULL THEN
    forgotten.payout_email := NULL;
  END IF;
  IF NEW.rejected_reason IS NULL THEN
    forgotten.rejected_reason := NULL;
  END IF;
  IF NEW IS NOT DISTINCT FROM forgotten THEN
    RETURN NEW;
  END IF;
  IF NEW.state <> OLD.state AND NOT (CASE OLD.state
      WHEN 'proposed' THEN NEW.state IN ('approved', 'rejected')
      WHEN 'approved' THEN NEW.state IN ('paid', 'rejected', 'proposed')
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
