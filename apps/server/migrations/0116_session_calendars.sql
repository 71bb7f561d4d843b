CREATE TABLE "calendar_writes" (
	"coach_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"path" text NOT NULL,
	"etag" text,
	"digest" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"found" jsonb,
	CONSTRAINT "calendar_writes_coach_id_calendar_id_session_id_pk" PRIMARY KEY("coach_id","calendar_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_writes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "session_calendars" (
	"coach_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"active" boolean NOT NULL,
	"shows_names" boolean DEFAULT false NOT NULL,
	"next_write_at" timestamp (3) with time zone NOT NULL,
	"written_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_calendars_coach_id_calendar_id_pk" PRIMARY KEY("coach_id","calendar_id"),
	CONSTRAINT "session_calendars_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'read_only', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex', 'sign_in_again', 'rate_limited', 'not_set_up')),
	CONSTRAINT "session_calendars_failing_check" CHECK ((failing_since is null) = (problem is null))
);
--> statement-breakpoint
ALTER TABLE "session_calendars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_connections" DROP CONSTRAINT "calendar_connections_problem_check";--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calendar_writes" ADD CONSTRAINT "calendar_writes_calendar_fk" FOREIGN KEY ("coach_id","calendar_id") REFERENCES "public"."session_calendars"("coach_id","calendar_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_calendars" ADD CONSTRAINT "session_calendars_calendar_fk" FOREIGN KEY ("coach_id","calendar_id") REFERENCES "public"."connected_calendars"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "session_calendars_active_index" ON "session_calendars" USING btree ("coach_id","connection_id") WHERE active;--> statement-breakpoint
CREATE INDEX "session_calendars_due_index" ON "session_calendars" USING btree ("next_write_at");--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'read_only', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex', 'sign_in_again', 'rate_limited', 'not_set_up'));--> statement-breakpoint
CREATE POLICY "calendar_writes_coach" ON "calendar_writes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "session_calendars_coach" ON "session_calendars" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "session_calendars_due" ON "session_calendars" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_integrations');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON session_calendars TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON calendar_writes TO stridewell_app;
