CREATE TABLE "workout_comments" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"log_id" text NOT NULL,
	"set_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workout_comments_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "workout_comments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workout_logs" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"id" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"head" jsonb NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"client_program_id" uuid,
	"day_key" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"deleted" boolean NOT NULL,
	"sets" integer NOT NULL,
	"volume_kg" double precision NOT NULL,
	"records" integer NOT NULL,
	"pains" integer NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workout_logs_coach_id_client_id_id_pk" PRIMARY KEY("coach_id","client_id","id")
);
--> statement-breakpoint
ALTER TABLE "workout_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "workout_sets" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"log_id" text NOT NULL,
	"id" text NOT NULL,
	"exercise_key" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"weight_kg" double precision,
	"reps" integer,
	"seconds" double precision,
	"metres" double precision,
	"rir" double precision,
	"note" text NOT NULL,
	"done" boolean NOT NULL,
	"deleted" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"exercise_id" text,
	"exercise_name" text NOT NULL,
	"exercise" text NOT NULL,
	"one_rep_max_kg" double precision,
	CONSTRAINT "workout_sets_coach_id_client_id_log_id_id_pk" PRIMARY KEY("coach_id","client_id","log_id","id"),
	CONSTRAINT "workout_sets_kind_check" CHECK (kind in ('normal', 'warm_up', 'drop', 'failure'))
);
--> statement-breakpoint
ALTER TABLE "workout_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "workout_comments" ADD CONSTRAINT "workout_comments_log_fk" FOREIGN KEY ("coach_id","client_id","log_id") REFERENCES "public"."workout_logs"("coach_id","client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workout_logs" ADD CONSTRAINT "workout_logs_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workout_sets" ADD CONSTRAINT "workout_sets_log_fk" FOREIGN KEY ("coach_id","client_id","log_id") REFERENCES "public"."workout_logs"("coach_id","client_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workout_comments_log_index" ON "workout_comments" USING btree ("coach_id","client_id","log_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workout_logs_subject_index" ON "workout_logs" USING btree ("coach_id","subject_id");--> statement-breakpoint
CREATE INDEX "workout_logs_order_index" ON "workout_logs" USING btree ("coach_id","client_id","started_at","subject_id");--> statement-breakpoint
CREATE INDEX "workout_logs_day_index" ON "workout_logs" USING btree ("coach_id","client_id","day");--> statement-breakpoint
CREATE INDEX "workout_sets_exercise_index" ON "workout_sets" USING btree ("coach_id","client_id","exercise","day");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment'));--> statement-breakpoint
CREATE POLICY "workout_comments_coach_read" ON "workout_comments" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_comments_coach_write" ON "workout_comments" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_comments_client" ON "workout_comments" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_logs_coach" ON "workout_logs" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_logs_client_read" ON "workout_logs" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_logs_client_insert" ON "workout_logs" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_logs_client_update" ON "workout_logs" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_sets_coach" ON "workout_sets" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_sets_client_read" ON "workout_sets" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_sets_client_insert" ON "workout_sets" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "workout_sets_client_update" ON "workout_sets" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "events_client_record" ON "events" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor = 'client'
      and type in ('relationship.ended', 'record.updated', 'onboarding.completed', 'checkin.submitted', 'checkin.corrected', 'message.sent', 'session.started', 'session.cancelled', 'measurement.recorded', 'workout.completed', 'workout.pain_flagged'));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON workout_logs, workout_sets TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON workout_comments TO stridewell_app;
