CREATE TABLE "session_guests" (
	"coach_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"email" text NOT NULL,
	"time_zone" text NOT NULL,
	"page" text NOT NULL,
	CONSTRAINT "session_guests_coach_id_session_id_pk" PRIMARY KEY("coach_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "session_guests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_sessions" DROP CONSTRAINT "coach_sessions_booked_by_check";--> statement-breakpoint
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_kind_check";--> statement-breakpoint
ALTER TABLE "lead_forms" ADD COLUMN "booking_type_id" uuid;--> statement-breakpoint
ALTER TABLE "session_guests" ADD CONSTRAINT "session_guests_session_fk" FOREIGN KEY ("coach_id","session_id") REFERENCES "public"."coach_sessions"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_guests_lead_index" ON "session_guests" USING btree ("coach_id","lead_id");--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_booked_by_check" CHECK (booked_by in ('coach', 'client', 'visitor'));--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_kind_check" CHECK (kind in ('created', 'moved', 'mailed', 'task_done', 'merged', 'invited', 'booked'));--> statement-breakpoint
CREATE POLICY "coach_availability_visitor" ON "coach_availability" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_sessions_visitor" ON "coach_sessions" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and booked_by = 'visitor' and client_id is null and series_id is null and status = 'scheduled');--> statement-breakpoint
CREATE POLICY "session_types_visitor" ON "session_types" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and removed_at is null);--> statement-breakpoint
CREATE POLICY "session_guests_coach" ON "session_guests" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "session_guests_visitor" ON "session_guests" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON session_guests TO stridewell_app;--> statement-breakpoint
ALTER TABLE "session_guests" ADD CONSTRAINT "session_guests_lead_fk" FOREIGN KEY ("coach_id","lead_id") REFERENCES "public"."leads"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- As before, and a visitor of the coach's public page sees when the coach is taken.
CREATE OR REPLACE FUNCTION busy_times(since timestamptz, until timestamptz, except_id uuid)
RETURNS TABLE (session_date timestamptz, minutes integer, buffer_before integer, buffer_after integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;
