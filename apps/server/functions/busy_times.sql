-- Shows a client or a visitor when the coach is taken, and no other client: sessions, and times that visitors hold at
-- the moment `at`.
CREATE OR REPLACE FUNCTION busy_times(since timestamptz, until timestamptz, at timestamptz, except_id uuid)
RETURNS TABLE (session_date timestamptz, minutes integer, buffer_before integer, buffer_after integer)
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
  RETURN QUERY SELECT s.session_date, s.minutes, s.buffer_before, s.buffer_after FROM coach_sessions s
  WHERE s.coach_id = coach AND s.session_date >= since AND s.session_date < until AND s.cancelled_at IS NULL
    AND s.id IS DISTINCT FROM except_id;
  RETURN QUERY SELECT h.starts_at, h.minutes, h.buffer_before, h.buffer_after FROM booking_holds h
  WHERE h.coach_id = coach AND h.starts_at >= since AND h.starts_at < until AND h.confirmed_at IS NULL
    AND h.held_until > at AND h.id IS DISTINCT FROM except_id;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION busy_times(timestamptz, timestamptz, timestamptz, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION busy_times(timestamptz, timestamptz, timestamptz, uuid) TO stridewell_app;
