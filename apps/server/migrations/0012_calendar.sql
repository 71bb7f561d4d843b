CREATE TABLE "coach_availability" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"availability" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coach_availability" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_series" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"minutes" integer DEFAULT 60 NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 0 NOT NULL,
	"color" text DEFAULT 'pine' NOT NULL,
	"client_id" uuid,
	"client_name" text NOT NULL,
	"session_type_id" uuid,
	"session_type" text NOT NULL,
	"location" text,
	"notes" text DEFAULT '' NOT NULL,
	"rule" jsonb NOT NULL,
	"made_until" date NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_series_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "session_series_minutes_check" CHECK (minutes between 5 and 1440),
	CONSTRAINT "session_series_buffers_check" CHECK (buffer_before between 0 and 240 and buffer_after between 0 and 240),
	CONSTRAINT "session_series_color_check" CHECK (color in ('pine', 'ember', 'blue', 'violet', 'amber', 'gray'))
);
--> statement-breakpoint
ALTER TABLE "session_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_types" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"minutes" integer DEFAULT 60 NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 0 NOT NULL,
	"color" text DEFAULT 'pine' NOT NULL,
	"name" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"bookable" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_types_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "session_types_minutes_check" CHECK (minutes between 5 and 1440),
	CONSTRAINT "session_types_buffers_check" CHECK (buffer_before between 0 and 240 and buffer_after between 0 and 240),
	CONSTRAINT "session_types_color_check" CHECK (color in ('pine', 'ember', 'blue', 'violet', 'amber', 'gray'))
);
--> statement-breakpoint
ALTER TABLE "session_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "minutes" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "buffer_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "buffer_after" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "color" text DEFAULT 'pine' NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "session_type_id" uuid;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "original_day" date;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "booked_by" text DEFAULT 'coach' NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "told_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "day_reminded_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD COLUMN "hour_reminded_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "coach_availability" ADD CONSTRAINT "coach_availability_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_series" ADD CONSTRAINT "session_series_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_series" ADD CONSTRAINT "session_series_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_series" ADD CONSTRAINT "session_series_coach_id_session_type_id_session_types_coach_id_id_fk" FOREIGN KEY ("coach_id","session_type_id") REFERENCES "public"."session_types"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_types" ADD CONSTRAINT "session_types_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_series_open_index" ON "session_series" USING btree ("made_until") WHERE not ended;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_coach_id_session_type_id_session_types_coach_id_id_fk" FOREIGN KEY ("coach_id","session_type_id") REFERENCES "public"."session_types"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_coach_id_series_id_session_series_coach_id_id_fk" FOREIGN KEY ("coach_id","series_id") REFERENCES "public"."session_series"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coach_sessions_occurrence_index" ON "coach_sessions" USING btree ("coach_id","series_id","original_day") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "coach_sessions_soon_index" ON "coach_sessions" USING btree ("session_date") WHERE status = 'scheduled' and cancelled_at is null;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_booked_by_check" CHECK (booked_by in ('coach', 'client'));--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_minutes_check" CHECK (minutes between 5 and 1440);--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_buffers_check" CHECK (buffer_before between 0 and 240 and buffer_after between 0 and 240);--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_color_check" CHECK (color in ('pine', 'ember', 'blue', 'violet', 'amber', 'gray'));--> statement-breakpoint
CREATE POLICY "coach_sessions_calendar" ON "coach_sessions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_calendar');--> statement-breakpoint
CREATE POLICY "coach_sessions_client_book" ON "coach_sessions" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and coach_sessions.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and coach_sessions.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = coach_sessions.coach_id
  and r.client_id = coach_sessions.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active')) and booked_by = 'client' and status = 'scheduled'
      and series_id is null);--> statement-breakpoint
CREATE POLICY "coach_sessions_client_change" ON "coach_sessions" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_sessions.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and coach_sessions.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = coach_sessions.coach_id
  and r.client_id = coach_sessions.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active')) and booked_by = 'client' and status = 'scheduled') WITH CHECK (current_setting('app.role', true) = 'client' and coach_sessions.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and coach_sessions.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = coach_sessions.coach_id
  and r.client_id = coach_sessions.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active')) and booked_by = 'client' and status = 'scheduled');--> statement-breakpoint
CREATE POLICY "notification_mails_own_insert" ON "notification_mails" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_availability_coach" ON "coach_availability" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_availability_client" ON "coach_availability" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "session_series_coach" ON "session_series" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "session_series_calendar" ON "session_series" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_calendar');--> statement-breakpoint
CREATE POLICY "session_types_coach" ON "session_types" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "session_types_client" ON "session_types" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and exists (select 1
  from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid and r.status in ('active', 'paused')) and bookable and removed_at is null);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON session_types, session_series, coach_availability TO stridewell_app;
--> statement-breakpoint
-- When the coach of the client in scope is busy, and with whom is nobody's business. Runs with the owner's rights,
-- because a client reads their own sessions alone; empty for everybody but a current client of the coach in scope.
CREATE FUNCTION busy_times(since timestamptz, until timestamptz, except_id uuid)
RETURNS TABLE (session_date timestamptz, minutes integer, buffer_before integer, buffer_after integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT s.session_date, s.minutes, s.buffer_before, s.buffer_after FROM coach_sessions s
  WHERE s.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
    AND s.session_date >= since AND s.session_date < until AND s.cancelled_at IS NULL
    AND s.id IS DISTINCT FROM except_id
    AND current_setting('app.role', true) = 'client'
    AND EXISTS (
      SELECT FROM client_coach_relationships r WHERE r.coach_id = s.coach_id
        AND r.client_id = nullif(current_setting('app.client_id', true), '')::uuid
        AND r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
        AND r.status IN ('active', 'paused')
    )
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION busy_times(timestamptz, timestamptz, uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION busy_times(timestamptz, timestamptz, uuid) TO stridewell_app;
--> statement-breakpoint
-- The zone of a current client, for the coach in scope and for the client. Nothing else of their preferences is told.
CREATE FUNCTION time_zone_of_client(client uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT p.time_zone FROM client_coach_relationships r JOIN preferences p ON p.user_id = r.person_id
  WHERE r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid AND r.client_id = client
    AND r.status IN ('active', 'paused')
    AND CASE current_setting('app.role', true)
      WHEN 'coach' THEN true
      WHEN 'client' THEN client = nullif(current_setting('app.client_id', true), '')::uuid
      ELSE false
    END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION time_zone_of_client(uuid) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION time_zone_of_client(uuid) TO stridewell_app;
--> statement-breakpoint
-- Whether a client wants mails of one kind, for who sends them in the scope of the coach or the client.
CREATE FUNCTION is_mail_wanted(client uuid, kind text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT coalesce((
    SELECT p.enabled FROM client_coach_relationships r JOIN notification_preferences p ON p.user_id = r.person_id
    WHERE r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid AND r.client_id = client
      AND p.type = kind AND p.channel = 'mail'
      AND CASE current_setting('app.role', true)
        WHEN 'coach' THEN true
        WHEN 'client' THEN client = nullif(current_setting('app.client_id', true), '')::uuid
        ELSE false
      END
  ), true)
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION is_mail_wanted(uuid, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION is_mail_wanted(uuid, text) TO stridewell_app;
