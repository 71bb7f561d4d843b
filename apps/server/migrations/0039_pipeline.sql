CREATE TABLE "lead_events" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_status" text,
	"to_status" text,
	"lost_reason" text,
	"actor" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_events_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "lead_events_kind_check" CHECK (kind in ('created', 'moved', 'mailed', 'task_done', 'merged', 'invited')),
	CONSTRAINT "lead_events_actor_check" CHECK (actor in ('coach', 'visitor', 'import'))
);
--> statement-breakpoint
ALTER TABLE "lead_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead_forms" (
	"slug" text PRIMARY KEY NOT NULL,
	"coach_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"intro" text NOT NULL,
	"enabled" boolean NOT NULL,
	CONSTRAINT "lead_forms_coach_id_unique" UNIQUE("coach_id")
);
--> statement-breakpoint
ALTER TABLE "lead_forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "lead_tasks" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"lead_id" uuid NOT NULL,
	"text" text NOT NULL,
	"due_on" date,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_tasks_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "leads" DROP CONSTRAINT "leads_status_check";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "phone_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "status_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "value_cents" bigint;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "follow_up_on" date;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "lost_reason" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_lead_fk" FOREIGN KEY ("coach_id","lead_id") REFERENCES "public"."leads"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_forms" ADD CONSTRAINT "lead_forms_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_tasks" ADD CONSTRAINT "lead_tasks_lead_fk" FOREIGN KEY ("coach_id","lead_id") REFERENCES "public"."leads"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_events_lead_index" ON "lead_events" USING btree ("coach_id","lead_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "lead_events_change_index" ON "lead_events" USING btree ("coach_id","from_status","to_status");--> statement-breakpoint
CREATE INDEX "lead_tasks_lead_index" ON "lead_tasks" USING btree ("coach_id","lead_id","created_at");--> statement-breakpoint
CREATE INDEX "lead_tasks_due_index" ON "lead_tasks" USING btree ("coach_id","due_on") WHERE done_at is null and due_on is not null;--> statement-breakpoint
CREATE INDEX "leads_status_index" ON "leads" USING btree ("coach_id","status","status_since");--> statement-breakpoint
CREATE INDEX "leads_email_index" ON "leads" USING btree ("coach_id","email");--> statement-breakpoint
CREATE INDEX "leads_phone_index" ON "leads" USING btree ("coach_id","phone_key");--> statement-breakpoint
CREATE INDEX "leads_follow_up_index" ON "leads" USING btree ("coach_id","follow_up_on") WHERE follow_up_on is not null;--> statement-breakpoint
CREATE INDEX "leads_import_index" ON "leads" USING btree ("coach_id","import_id") WHERE import_id is not null;--> statement-breakpoint
-- by hand
UPDATE leads SET email = lower(email),
	status = CASE WHEN client_id IS NOT NULL THEN 'won' WHEN closed_on IS NOT NULL THEN 'lost'
		WHEN trial_started_on IS NOT NULL THEN 'trial' ELSE status END,
	lost_reason = CASE WHEN client_id IS NULL AND closed_on IS NOT NULL THEN 'other' END,
	status_since = greatest(created_at, closed_on, trial_started_on, last_contact);--> statement-breakpoint
INSERT INTO lead_events (coach_id, id, lead_id, kind, to_status, actor, occurred_at)
	SELECT coach_id, gen_random_uuid(), id, 'created', 'new', 'coach', created_at FROM leads;--> statement-breakpoint
INSERT INTO lead_events (coach_id, id, lead_id, kind, from_status, to_status, lost_reason, actor, occurred_at)
	SELECT coach_id, gen_random_uuid(), id, 'moved', 'new', status, lost_reason, 'coach',
		greatest(status_since, created_at + interval '1 millisecond') FROM leads WHERE status <> 'new';--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "trial_started_on";--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "closed_on";--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured'));--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_lost_reason_check" CHECK (lost_reason in ('price', 'timing', 'no_answer', 'other_coach', 'not_a_fit', 'other'));--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_value_check" CHECK (value_cents >= 0);--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_status_check" CHECK (status in ('new', 'pitched', 'trial', 'won', 'lost'));--> statement-breakpoint
CREATE POLICY "leads_capture" ON "leads" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and status = 'new' and client_id is null);--> statement-breakpoint
CREATE POLICY "lead_events_read" ON "lead_events" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lead_events_record" ON "lead_events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lead_events_capture" ON "lead_events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lead_forms_coach" ON "lead_forms" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "lead_forms_capture" ON "lead_forms" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture');--> statement-breakpoint
CREATE POLICY "lead_tasks_coach" ON "lead_tasks" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "notification_outbox_tell_coach" ON "notification_outbox" TO stridewell_app WITH CHECK (coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and user_id = nullif(current_setting('app.coach_id', true), '')::uuid and (current_setting('app.role', true) = 'coach' or current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused')
      or current_setting('app.role', true) = 'system_capture' or current_setting('app.role', true) = 'system_invitation' and nullif(current_setting('app.person_id', true), '')::uuid is not null));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON lead_events TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON lead_tasks, lead_forms TO stridewell_app;
