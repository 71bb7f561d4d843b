-- Shows a client or a visitor what the plan of the coach in scope allows, which decides what the coach's pages offer.
CREATE OR REPLACE FUNCTION coach_access()
RETURNS TABLE (plan text, subscription_status text, grace_until timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF role <> 'system_capture' AND (role <> 'client' OR NOT EXISTS (
    SELECT FROM coachings o WHERE o.coach_id = coach AND o.client_id = client AND o.user_id = person
      AND o.status IN ('active', 'paused')
  )) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT u.plan, u.subscription_status, u.grace_until FROM users u WHERE u.id = coach;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION coach_access() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION coach_access() TO stridewell_app;
