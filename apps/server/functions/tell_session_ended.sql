-- Live connections of a session end with it, in whichever process they are.
CREATE OR REPLACE FUNCTION tell_session_ended()
RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog
AS $$
BEGIN
  PERFORM pg_notify('stridewell_live', json_build_object('endedSession', OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
