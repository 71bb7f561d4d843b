-- The people of a coach's active clients, for the coach and for one of these clients. A booking reaches their screens.
CREATE OR REPLACE FUNCTION booking_people()
RETURNS TABLE (person_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  client uuid := nullif(current_setting('app.client_id', true), '')::uuid;
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF NOT (role = 'coach' AND coach = person OR role = 'client' AND EXISTS (
    SELECT FROM coachings o WHERE o.coach_id = coach AND o.client_id = client AND o.user_id = person
      AND o.status IN ('active', 'paused')
  )) THEN
    RETURN;
  END IF;
  RETURN QUERY SELECT o.user_id FROM coachings o
  WHERE o.coach_id = coach AND o.status = 'active' AND o.user_id IS NOT NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION booking_people() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION booking_people() TO stridewell_app;
