-- Refuses what was decided by something that is another by now: whoever decided it looks anew.
CREATE FUNCTION assert_not_overtaken(seen text, current text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current IS DISTINCT FROM seen THEN
    RAISE EXCEPTION 'what this was decided by has changed'
      USING ERRCODE = 'serialization_failure', CONSTRAINT = 'overtaken';
  END IF;
END $$;
