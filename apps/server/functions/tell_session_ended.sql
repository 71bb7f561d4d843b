-- Live connections of a session end with it, in whichever process they are, and so do the pushes to its browser. A
-- session that expired keeps them: its person has not signed out.
CREATE OR REPLACE FUNCTION tell_session_ended()
RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM pg_notify('stridewell_live', json_build_object('endedSession', OLD.id)::text);
  IF OLD.expires_at > now() THEN
    DELETE FROM push_subscriptions WHERE user_id = OLD.user_id AND session_id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION tell_session_ended() FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER sessions_ended AFTER DELETE ON sessions
FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
