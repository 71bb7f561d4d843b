CREATE TABLE "external_busy_times" (
	"coach_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"source" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"all_day" boolean NOT NULL,
	"buffer_before" integer NOT NULL,
	"buffer_after" integer NOT NULL,
	CONSTRAINT "external_busy_times_coach_id_calendar_id_source_starts_at_all_day_pk" PRIMARY KEY("coach_id","calendar_id","source","starts_at","all_day")
);
--> statement-breakpoint
ALTER TABLE "external_busy_times" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_connections" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"sealed" text NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 0 NOT NULL,
	"next_read_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_connections_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "calendar_connections_kind_check" CHECK (kind in ('feed', 'caldav')),
	CONSTRAINT "calendar_connections_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex')),
	CONSTRAINT "calendar_connections_failing_check" CHECK ((failing_since is null) = (problem is null)),
	CONSTRAINT "calendar_connections_buffers_check" CHECK (buffer_before between 0 and 240 and buffer_after between 0 and 240)
);
--> statement-breakpoint
ALTER TABLE "calendar_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "connected_calendars" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"blocks" boolean NOT NULL,
	"state" jsonb,
	CONSTRAINT "connected_calendars_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "connected_calendars_key" UNIQUE("coach_id","connection_id","key")
);
--> statement-breakpoint
ALTER TABLE "connected_calendars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "external_busy_times" ADD CONSTRAINT "external_busy_times_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connected_calendars" ADD CONSTRAINT "connected_calendars_connection_fk" FOREIGN KEY ("coach_id","connection_id") REFERENCES "public"."calendar_connections"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "external_busy_times_end_index" ON "external_busy_times" USING btree ("coach_id","ends_at");--> statement-breakpoint
CREATE INDEX "calendar_connections_due_index" ON "calendar_connections" USING btree ("next_read_at");--> statement-breakpoint
CREATE POLICY "external_busy_times_coach" ON "external_busy_times" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "external_busy_times_client" ON "external_busy_times" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "external_busy_times_visitor" ON "external_busy_times" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "calendar_connections_coach" ON "calendar_connections" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "calendar_connections_due" ON "calendar_connections" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_integrations');--> statement-breakpoint
CREATE POLICY "connected_calendars_coach" ON "connected_calendars" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON external_busy_times TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_connections TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON connected_calendars TO stridewell_app;
