-- A function that runs with its owner's rights must find nothing in a schema that its caller can write to. Temporary
-- tables are found first unless pg_temp is named, so it is named last.
DO $$
DECLARE
  definer record;
BEGIN
  FOR definer IN
    SELECT p.oid::regprocedure AS signature
    FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', definer.signature);
  END LOOP;
END;
$$;
