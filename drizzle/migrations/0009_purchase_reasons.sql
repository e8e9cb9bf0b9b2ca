-- An entry of the log may lose all that it said, or fields of it, the actor's address, and what a payout was rejected
-- for or a purchase was changed for; losing what it said, it says so. Nothing else changes.
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
         WHEN NEW.reason IS DISTINCT FROM OLD.reason
           THEN NEW.reason = 'redacted' AND OLD.reason IS NOT NULL AND OLD.entity IN ('payout', 'purchase')
         ELSE NEW.actor_email IS DISTINCT FROM OLD.actor_email
       END)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint

-- What purchases of forgotten buyers, and of closed records, were changed for.
UPDATE audit_log SET reason = 'redacted'
  WHERE entity = 'purchase' AND reason <> 'redacted' AND (
    EXISTS (SELECT 1 FROM purchases WHERE purchases.id::text = audit_log.entity_id AND payer_email IS NULL)
    OR EXISTS (
      SELECT 1 FROM affiliates
      WHERE closed_at IS NOT NULL AND affiliates.id::text IN (before ->> 'affiliate', after ->> 'affiliate')
    ));
