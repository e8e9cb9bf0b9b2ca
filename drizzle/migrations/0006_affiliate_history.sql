-- Affiliates: a code is printed and shared, so it never changes; commission depends on when an affiliate was active.

CREATE TRIGGER affiliates_code_immutable BEFORE UPDATE ON affiliates FOR EACH ROW
  WHEN (NEW.code IS DISTINCT FROM OLD.code)
  EXECUTE FUNCTION refuse_change('an affiliate code never changes');
--> statement-breakpoint

-- Records in `affiliate_activations` each period in which an affiliate was active. An activation by an update begins when
-- it is saved, so that a date in the past earns nothing for earlier payments. A new record keeps its date, since affiliates
-- are imported from other systems with their true dates.
CREATE FUNCTION record_activation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE affiliate_activations SET active_until = greatest(now(), active_from)
    WHERE affiliate_id = NEW.id AND active_until IS NULL;
  IF NEW.date_activated IS NOT NULL THEN
    INSERT INTO affiliate_activations (id, affiliate_id, active_from)
      VALUES (
        gen_random_uuid(), NEW.id,
        CASE TG_OP WHEN 'UPDATE' THEN greatest(NEW.date_activated, NEW.updated_at) ELSE NEW.date_activated END
      );
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER affiliates_activation_insert AFTER INSERT ON affiliates FOR EACH ROW
  WHEN (NEW.date_activated IS NOT NULL)
  EXECUTE FUNCTION record_activation();
--> statement-breakpoint
CREATE TRIGGER affiliates_activation_update AFTER UPDATE ON affiliates FOR EACH ROW
  WHEN (NEW.date_activated IS DISTINCT FROM OLD.date_activated)
  EXECUTE FUNCTION record_activation();
