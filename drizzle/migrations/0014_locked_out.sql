-- Refuses whoever failed too often a while ago; the detail says for how many seconds yet.
CREATE FUNCTION assert_not_locked_out(seconds_left double precision) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF seconds_left > 0 THEN
    RAISE EXCEPTION 'too many failed tries'
      USING ERRCODE = 'insufficient_privilege', CONSTRAINT = 'locked-out', DETAIL = ceil(seconds_left)::text;
  END IF;
END $$;
