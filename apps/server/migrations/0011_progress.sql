CREATE TABLE "client_events" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_events_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "client_events_kind_check" CHECK (kind in ('added', 'invited', 'accepted', 'paused', 'resumed', 'archived', 'revoked', 'restored', 'ended', 'record_edited')),
	CONSTRAINT "client_events_actor_check" CHECK (actor in ('coach', 'client'))
);
--> statement-breakpoint
ALTER TABLE "client_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_notes" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"day" date NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "client_notes_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "client_notes_text_check" CHECK (char_length(text) between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "client_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_records" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"goal_weight_kg" numeric(5, 2),
	"target_day" date,
	"start_weight_kg" numeric(5, 2),
	"height_cm" numeric(5, 2),
	"date_of_birth" date,
	"gender" text,
	"fitness_level" text,
	"days_per_week" integer,
	"availability" text[] DEFAULT '{}' NOT NULL,
	"diet" text DEFAULT '' NOT NULL,
	"dietary_restrictions" text[] DEFAULT '{}' NOT NULL,
	"allergies" text[] DEFAULT '{}' NOT NULL,
	"injuries" text DEFAULT '' NOT NULL,
	"equipment" text[] DEFAULT '{}' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"occupation" text DEFAULT '' NOT NULL,
	"emergency_name" text DEFAULT '' NOT NULL,
	"emergency_relation" text DEFAULT '' NOT NULL,
	"emergency_phone" text DEFAULT '' NOT NULL,
	"time_zone" text,
	"plan_status" text DEFAULT 'none' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_records_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id"),
	CONSTRAINT "client_records_gender_check" CHECK (gender in ('female', 'male', 'non_binary', 'other')),
	CONSTRAINT "client_records_level_check" CHECK (fitness_level in ('Beginner', 'Intermediate', 'Advanced', 'Expert')),
	CONSTRAINT "client_records_plan_check" CHECK (plan_status in ('none', 'in_progress', 'ai_generated')),
	CONSTRAINT "client_records_editor_check" CHECK (updated_by in ('coach', 'client')),
	CONSTRAINT "client_records_days_check" CHECK (days_per_week between 1 and 7),
	CONSTRAINT "client_records_availability_check" CHECK (availability <@ array['mon_morning', 'mon_afternoon', 'mon_evening', 'tue_morning', 'tue_afternoon', 'tue_evening', 'wed_morning', 'wed_afternoon', 'wed_evening', 'thu_morning', 'thu_afternoon', 'thu_evening', 'fri_morning', 'fri_afternoon', 'fri_evening', 'sat_morning', 'sat_afternoon', 'sat_evening', 'sun_morning', 'sun_afternoon', 'sun_evening'])
);
--> statement-breakpoint
ALTER TABLE "client_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "measurements" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"value" numeric(5, 2) NOT NULL,
	"source" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "measurements_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "measurements_kind_check" CHECK (kind in ('weight', 'waist', 'hips', 'chest', 'left_arm', 'right_arm', 'left_thigh', 'right_thigh', 'left_calf', 'right_calf', 'neck', 'body_fat')),
	CONSTRAINT "measurements_source_check" CHECK (source in ('coach', 'client'))
);
--> statement-breakpoint
ALTER TABLE "measurements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "check_ins_client_index";--> statement-breakpoint
ALTER TABLE "client_events" ADD CONSTRAINT "client_events_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_notes" ADD CONSTRAINT "client_notes_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_records" ADD CONSTRAINT "client_records_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "measurements" ADD CONSTRAINT "measurements_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_events_order_index" ON "client_events" USING btree ("coach_id","client_id","at","id");--> statement-breakpoint
CREATE INDEX "client_notes_list_index" ON "client_notes" USING btree ("coach_id","client_id","pinned","created_at","id");--> statement-breakpoint
CREATE INDEX "client_notes_order_index" ON "client_notes" USING btree ("coach_id","client_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "measurements_day_index" ON "measurements" USING btree ("coach_id","client_id","kind","day");--> statement-breakpoint
CREATE INDEX "measurements_order_index" ON "measurements" USING btree ("coach_id","client_id","recorded_at","id");--> statement-breakpoint
CREATE INDEX "coach_sessions_client_index" ON "coach_sessions" USING btree ("coach_id","client_id","session_date");--> statement-breakpoint
CREATE INDEX "messages_time_index" ON "messages" USING btree ("coach_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "check_ins_client_index" ON "check_ins" USING btree ("coach_id","client_id","submitted_at","id");--> statement-breakpoint
CREATE POLICY "client_events_coach" ON "client_events" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_events_accept" ON "client_events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_invitation' and client_events.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_events.client_id = nullif(current_setting('app.client_id', true), '')::uuid and kind = 'accepted' and actor = 'client');--> statement-breakpoint
CREATE POLICY "client_notes_coach" ON "client_notes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_records_coach" ON "client_records" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_records_client_read" ON "client_records" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and client_records.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_records.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = client_records.coach_id
  and r.client_id = client_records.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "client_records_client_insert" ON "client_records" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and client_records.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_records.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = client_records.coach_id
  and r.client_id = client_records.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and updated_by = 'client');--> statement-breakpoint
CREATE POLICY "client_records_client_update" ON "client_records" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and client_records.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_records.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = client_records.coach_id
  and r.client_id = client_records.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused'))) WITH CHECK (current_setting('app.role', true) = 'client' and client_records.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_records.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = client_records.coach_id
  and r.client_id = client_records.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and updated_by = 'client');--> statement-breakpoint
CREATE POLICY "measurements_coach" ON "measurements" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "measurements_client_read" ON "measurements" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and measurements.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and measurements.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = measurements.coach_id
  and r.client_id = measurements.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "measurements_client_insert" ON "measurements" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and measurements.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and measurements.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = measurements.coach_id
  and r.client_id = measurements.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and source = 'client');--> statement-breakpoint
CREATE POLICY "measurements_client_update" ON "measurements" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and measurements.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and measurements.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = measurements.coach_id
  and r.client_id = measurements.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and source = 'client') WITH CHECK (current_setting('app.role', true) = 'client' and measurements.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and measurements.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = measurements.coach_id
  and r.client_id = measurements.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and source = 'client');--> statement-breakpoint
CREATE POLICY "measurements_client_delete" ON "measurements" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and measurements.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and measurements.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = measurements.coach_id
  and r.client_id = measurements.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and source = 'client');--> statement-breakpoint
ALTER POLICY "coach_sessions_coach" ON "coach_sessions" TO stridewell_app USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "check_ins_coach" ON "check_ins" TO stridewell_app USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "messages_coach_read" ON "messages" TO stridewell_app USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON client_records TO stridewell_app;
--> statement-breakpoint
-- What happened stays as it happened.
GRANT SELECT, INSERT ON client_events TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON client_notes, measurements TO stridewell_app;
--> statement-breakpoint
-- What is known of the relationships that are there already.
INSERT INTO client_events (coach_id, id, client_id, kind, actor, at)
SELECT coach_id, gen_random_uuid(), client_id, 'added', 'coach', created_at FROM client_coach_relationships
UNION ALL
SELECT coach_id, gen_random_uuid(), client_id, 'accepted', 'client', accepted_at FROM client_coach_relationships
WHERE accepted_at IS NOT NULL;
