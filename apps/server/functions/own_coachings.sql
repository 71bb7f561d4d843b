-- The coachings of the person in scope with the brand of each coach, the current coach first. Asks the directory beyond one tenant.
CREATE OR REPLACE FUNCTION own_coachings()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, status text, brand json)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  RETURN QUERY SELECT o.coach_id, o.client_id, c.full_name, o.status, coach_brand(o.coach_id)
  FROM coachings o JOIN coaches c ON c.id = o.coach_id
  WHERE o.user_id = person
  ORDER BY ((SELECT cc.coach_id FROM current_coaches cc WHERE cc.user_id = person) = o.coach_id) IS TRUE DESC,
    (o.status IN ('active', 'paused')) DESC, o.accepted_at DESC;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_coachings() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_coachings() TO stridewell_app;
