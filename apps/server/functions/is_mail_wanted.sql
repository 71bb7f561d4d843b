-- Reads one personal setting of a client for their coach: whether this kind of mail is wanted.
CREATE OR REPLACE FUNCTION is_mail_wanted(client uuid, kind text)
RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  role text := coalesce(current_setting('app.role', true), '');
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
BEGIN
  IF role <> 'coach'
    AND NOT (role = 'client' AND client = nullif(current_setting('app.client_id', true), '')::uuid) THEN
    RETURN true;
  END IF;
  RETURN coalesce((SELECT p.enabled FROM coachings o JOIN notification_preferences p ON p.user_id = o.user_id
    WHERE o.coach_id = coach AND o.client_id = client AND p.type = kind AND p.channel = 'mail'), true);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION is_mail_wanted(uuid, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_mail_wanted(uuid, text) TO stridewell_app;
