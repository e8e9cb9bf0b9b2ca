-- Assertions that a batch of statements calls: an error undoes the whole batch, and the server reads its constraint.

-- Refuses a transaction whose decision is based on rows that have changed. The caller decides again.
CREATE FUNCTION assert_unchanged(snapshot text, current text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current IS DISTINCT FROM snapshot THEN
    RAISE EXCEPTION 'the rows behind this decision have changed'
      USING ERRCODE = 'serialization_failure', CONSTRAINT = 'concurrent_update';
  END IF;
END $$;
--> statement-breakpoint

-- Refuses another try while a target is locked out. The error's detail is the number of seconds to wait.
CREATE FUNCTION assert_not_locked_out(seconds_left double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seconds_left > 0 THEN
    RAISE EXCEPTION 'too many failed tries'
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'locked_out', DETAIL = ceil(seconds_left)::text;
  END IF;
END $$;
