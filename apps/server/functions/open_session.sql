-- A session with the facts that the app shows beside it: what the page of the app starts with. One call, so that a page
-- waits for the database once.
CREATE OR REPLACE FUNCTION open_session(token_digest text)
RETURNS TABLE (session json, unread_notifications integer, coachings json)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  opened record;
  facts record;
  role_before text := current_setting('app.role', true);
  person_before text := current_setting('app.user_id', true);
BEGIN
  SELECT * INTO opened FROM resolve_session(token_digest, NULL);
  IF opened.session_id IS NULL THEN RETURN; END IF;
  -- The person's scope, for this question alone.
  PERFORM set_config('app.role', 'user', true), set_config('app.user_id', opened.user_id::text, true);
  SELECT * INTO facts FROM session_facts();
  session := row_to_json(opened)::jsonb || jsonb_build_object('own_brand', facts.own_brand);
  unread_notifications := facts.unread_notifications;
  coachings := facts.coachings;
  PERFORM set_config('app.role', coalesce(role_before, ''), true),
    set_config('app.user_id', coalesce(person_before, ''), true);
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION open_session(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_session(text) TO stridewell_app;
