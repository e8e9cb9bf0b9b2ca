ALTER TABLE "affiliates" ADD COLUMN "owner_uid" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "exported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "exported_by" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_exported" CHECK (("payouts"."exported_at" is null) = ("payouts"."exported_by" is null));--> statement-breakpoint

-- An entry of the log may lose all that it said, or fields of it, the actor's address, and what a payout was rejected
-- for; losing what it said, it says so. Nothing else changes.
CREATE OR REPLACE FUNCTION redact_only() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loses_facts boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    loses_facts := (NEW.before, NEW.after) IS DISTINCT FROM (OLD.before, OLD.after);
    IF (NEW.id, NEW.at, NEW.actor_id, NEW.action, NEW.entity, NEW.entity_id, NEW.request_id)
         IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.actor_id, OLD.action, OLD.entity, OLD.entity_id, OLD.request_id)
       AND (NEW.actor_email IS NULL OR NEW.actor_email IS NOT DISTINCT FROM OLD.actor_email)
       AND ((NEW.before IS NULL AND NEW.after IS NULL)
         OR (says_less(OLD.before, NEW.before) AND says_less(OLD.after, NEW.after)))
       AND (CASE
         WHEN loses_facts THEN NEW.reason IS NOT DISTINCT FROM 'redacted'
         WHEN NEW.reason IS DISTINCT FROM OLD.reason THEN NEW.reason = 'redacted' AND OLD.reason IS NOT NULL AND OLD.entity = 'payout'
         ELSE NEW.actor_email IS DISTINCT FROM OLD.actor_email
       END)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- A payout's address and the reason it was rejected for may be forgotten in every state.
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

-- A month may be closed, and its payouts rejected, while an affiliate is closed: what came in between is forgotten too.
CREATE OR REPLACE FUNCTION forget_payout_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payouts SET payout_email = NULL, rejected_reason = NULL
    FROM statements
    WHERE statements.id = payouts.statement_id AND statements.affiliate_id = NEW.id
      AND (payouts.payout_email IS NOT NULL OR payouts.rejected_reason IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint

-- A payout pays what its statement says. After the insert, when the statement of the same command is there to be seen.
CREATE FUNCTION check_payout_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM statements WHERE id = NEW.statement_id AND paid_cents = NEW.amount_cents;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a payout pays what its statement says'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_amount';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payouts_amount AFTER INSERT ON payouts
  FOR EACH ROW EXECUTE FUNCTION check_payout_amount();
--> statement-breakpoint

-- Only the transaction that closes a month writes statements of it, or of one before, and what stands in them.
CREATE FUNCTION check_month_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_month date;
BEGIN
  IF TG_TABLE_NAME = 'statements' THEN
    of_month := NEW.month;
  ELSE
    SELECT month INTO of_month FROM statements WHERE id = NEW.statement_id;
  END IF;
  PERFORM 1 FROM closed_months
    WHERE closed_months.month >= of_month AND closed_months.xmin <> pg_current_xact_id()::xid;
  IF FOUND THEN
    RAISE EXCEPTION 'the month % is closed', of_month
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'statements_month_open';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER statements_month_open AFTER INSERT ON statements
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
--> statement-breakpoint
CREATE TRIGGER statement_entries_month_open AFTER INSERT ON statement_entries
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
--> statement-breakpoint
CREATE TRIGGER statement_returns_month_open AFTER INSERT ON statement_returns
  FOR EACH ROW EXECUTE FUNCTION check_month_open();
--> statement-breakpoint

-- An address as it is compared to find one person behind two spellings: see normaliseEmail.
CREATE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN typed ~ '@(gmail|googlemail)\.com$'
        THEN replace(regexp_replace(typed, '(\+.*)?@[^@]*$', ''), '.', '') || '@gmail.com'
      ELSE typed
    END
  FROM (SELECT lower(btrim(email, E' \t\r\n')) AS typed) AS given
$$;
--> statement-breakpoint

-- Whoever did nothing but say how they are paid is no admin: the log knows them by id alone.
UPDATE audit_log SET actor_email = NULL
  WHERE action = 'affiliate.payout' AND actor_email IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM audit_log other WHERE other.actor_id = audit_log.actor_id AND other.action <> 'affiliate.payout'
  );
--> statement-breakpoint

-- What closed records' payouts were rejected for.
UPDATE audit_log SET reason = 'redacted'
  FROM payouts
    JOIN statements ON statements.id = payouts.statement_id
    JOIN affiliates ON affiliates.id = statements.affiliate_id
  WHERE audit_log.entity = 'payout' AND audit_log.entity_id = payouts.id::text AND audit_log.reason <> 'redacted'
    AND affiliates.closed_at IS NOT NULL;
--> statement-breakpoint
UPDATE payouts SET rejected_reason = NULL
  FROM statements JOIN affiliates ON affiliates.id = statements.affiliate_id
  WHERE statements.id = payouts.statement_id AND affiliates.closed_at IS NOT NULL AND rejected_reason IS NOT NULL;
