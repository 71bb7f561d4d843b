CREATE TABLE "booking_holds" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"message" text NOT NULL,
	"time_zone" text NOT NULL,
	"session_type_id" uuid NOT NULL,
	"session_type" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"buffer_before" integer NOT NULL,
	"buffer_after" integer NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_holds_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "booking_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "demo_bookings" DROP CONSTRAINT "demo_bookings_status_check";--> statement-breakpoint
ALTER TABLE "session_guests" ADD COLUMN "recipient" text;--> statement-breakpoint
-- by hand
UPDATE "session_guests" SET recipient = CASE
  WHEN regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@') ~ '@(gmail|googlemail)[.]com$'
    THEN replace(split_part(regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@'), '@', 1), '.', '') || '@gmail.com'
  ELSE regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@')
END;--> statement-breakpoint
ALTER TABLE "session_guests" ALTER COLUMN "recipient" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_bookings" ADD COLUMN "recipient" text;--> statement-breakpoint
-- by hand
UPDATE "demo_bookings" SET recipient = CASE
  WHEN regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@') ~ '@(gmail|googlemail)[.]com$'
    THEN replace(split_part(regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@'), '@', 1), '.', '') || '@gmail.com'
  ELSE regexp_replace(lower(trim(email)), '^([^@]+?)\+[^@]*@', '\1@')
END;--> statement-breakpoint
ALTER TABLE "demo_bookings" ALTER COLUMN "recipient" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "demo_bookings" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "booking_holds" ADD CONSTRAINT "booking_holds_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "booking_holds_held_index" ON "booking_holds" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "session_guests_recipient_index" ON "session_guests" USING btree ("coach_id","recipient");--> statement-breakpoint
CREATE INDEX "demo_bookings_recipient_index" ON "demo_bookings" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "demo_bookings_held_index" ON "demo_bookings" USING btree ("held_until") WHERE status = 'held';--> statement-breakpoint
ALTER TABLE "demo_bookings" ADD CONSTRAINT "demo_bookings_held_check" CHECK ((status = 'held') = (held_until is not null));--> statement-breakpoint
ALTER TABLE "demo_bookings" ADD CONSTRAINT "demo_bookings_status_check" CHECK (status in ('held', 'booked', 'cancelled'));--> statement-breakpoint
CREATE POLICY "demo_bookings_site_forget" ON "demo_bookings" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site' and status = 'held');--> statement-breakpoint
CREATE POLICY "booking_holds_visitor" ON "booking_holds" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "booking_holds_calendar" ON "booking_holds" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_calendar');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON booking_holds TO stridewell_app;--> statement-breakpoint
DROP FUNCTION busy_times(timestamptz, timestamptz, uuid);--> statement-breakpoint
-- As before, and with the times that visitors hold at the moment `at`.
CREATE FUNCTION busy_times(since timestamptz, until timestamptz, at timestamptz, except_id uuid)
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
  RETURN QUERY SELECT h.starts_at, h.minutes, h.buffer_before, h.buffer_after FROM booking_holds h
  WHERE h.coach_id = coach AND h.starts_at >= since AND h.starts_at < until AND h.confirmed_at IS NULL
    AND h.held_until > at AND h.id IS DISTINCT FROM except_id;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION busy_times(timestamptz, timestamptz, timestamptz, uuid) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION busy_times(timestamptz, timestamptz, timestamptz, uuid) TO stridewell_app;--> statement-breakpoint
-- How many times one recipient holds, and has booked ahead, with the coach whose public page a visitor has open.
CREATE FUNCTION open_visits(wanted text, at timestamptz) RETURNS integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
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
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION open_visits(text, timestamptz) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION open_visits(text, timestamptz) TO stridewell_app;
