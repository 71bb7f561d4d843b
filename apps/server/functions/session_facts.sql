-- What the app shows beside the session of the person in scope: unread notifications, coachings with the brand of each
-- coach, the current one first, and the brand of a person who is a coach. Asks the directory beyond one tenant.
CREATE OR REPLACE FUNCTION session_facts()
RETURNS TABLE (unread_notifications integer, coachings json, own_brand json)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  person uuid := nullif(current_setting('app.user_id', true), '')::uuid;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'user' THEN RETURN; END IF;
  SELECT count(*)::integer INTO unread_notifications FROM notifications n WHERE n.user_id = person AND NOT n.read;
  SELECT coalesce(json_agg(json_build_object('coachId', o.coach_id, 'clientId', o.client_id,
    'coachName', o.coach_name, 'status', o.status, 'brand', o.brand)), '[]') INTO coachings FROM own_coachings() o;
  own_brand := coach_brand(person);
  RETURN NEXT;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION session_facts() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION session_facts() TO stridewell_app;
