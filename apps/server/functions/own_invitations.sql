-- Open invitations to the verified address of the person in scope. Asks the directory beyond one tenant.
CREATE OR REPLACE FUNCTION own_invitations()
RETURNS TABLE (coach_id uuid, client_id uuid, coach_name text, expires_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  RETURN QUERY SELECT o.coach_id, o.client_id, c.full_name, o.invited_until::timestamptz
  FROM users u JOIN coachings o ON o.invited_email = u.email JOIN coaches c ON c.id = o.coach_id
  WHERE u.id = person AND u.email_verified AND o.invited_until IS NOT NULL
  ORDER BY o.invited_until DESC;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_invitations() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_invitations() TO stridewell_app;
