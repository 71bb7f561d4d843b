-- Time zones of current clients: for the coach of all or of one, for a client their own.
CREATE OR REPLACE FUNCTION client_time_zones(one uuid)
RETURNS TABLE (client_id uuid, time_zone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
BEGIN
  RETURN QUERY SELECT o.client_id, p.time_zone FROM coachings o JOIN preferences p ON p.user_id = o.user_id
  WHERE o.coach_id = coach AND o.status IN ('active', 'paused') AND (one IS NULL OR o.client_id = one)
    AND (role = 'coach' OR role = 'client' AND o.client_id = client);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION client_time_zones(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION client_time_zones(uuid) TO stridewell_app;
