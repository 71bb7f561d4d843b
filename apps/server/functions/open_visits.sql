-- How many times one recipient holds, and has booked ahead, with the coach whose public page a visitor has open.
CREATE OR REPLACE FUNCTION open_visits(wanted text, at timestamptz)
RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  coach uuid := nullif(current_setting('app.coach_id', true), '')::uuid;
  held integer;
  booked integer;
BEGIN
  IF current_setting('app.role', true) IS DISTINCT FROM 'system_capture' THEN
    RETURN 0;
  END IF;
  SELECT count(*) INTO held FROM booking_holds h
  WHERE h.coach_id = coach AND h.recipient = wanted AND h.confirmed_at IS NULL AND h.held_until > at;
  SELECT count(*) INTO booked FROM session_guests g
  JOIN coach_sessions s ON s.coach_id = g.coach_id AND s.id = g.session_id
  WHERE g.coach_id = coach AND g.recipient = wanted AND s.session_date > at AND s.cancelled_at IS NULL;
  RETURN held + booked;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION open_visits(text, timestamptz) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_visits(text, timestamptz) TO stridewell_app;
