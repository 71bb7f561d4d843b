CREATE TABLE "flow_steps" (
	"coach_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flow_steps_coach_id_run_id_step_id_pk" PRIMARY KEY("coach_id","run_id","step_id"),
	CONSTRAINT "flow_steps_kind_check" CHECK (kind in ('message', 'mail', 'task', 'form', 'program', 'meal_plan', 'wait', 'condition')),
	CONSTRAINT "flow_steps_outcome_check" CHECK (outcome in ('done', 'skipped')),
	CONSTRAINT "flow_steps_reason_check" CHECK (reason in ('condition', 'opted_out', 'unsubscribed', 'no_address', 'gone', 'full', 'by_coach')),
	CONSTRAINT "flow_steps_skipped_check" CHECK ((outcome = 'skipped') = (reason is not null))
);
--> statement-breakpoint
ALTER TABLE "flow_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flow_tasks" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"due_on" date NOT NULL,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flow_tasks_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "flow_tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flow_versions" (
	"coach_id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"steps" jsonb NOT NULL,
	CONSTRAINT "flow_versions_coach_id_flow_id_version_pk" PRIMARY KEY("coach_id","flow_id","version")
);
--> statement-breakpoint
ALTER TABLE "flow_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_stops" (
	"coach_id" uuid NOT NULL,
	"address_digest" text NOT NULL,
	"stopped_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_stops_coach_id_address_digest_pk" PRIMARY KEY("coach_id","address_digest")
);
--> statement-breakpoint
ALTER TABLE "mail_stops" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_runs" DROP CONSTRAINT "flow_runs_stopped_check";--> statement-breakpoint
ALTER TABLE "flow_runs" DROP CONSTRAINT "flow_runs_due_check";--> statement-breakpoint
ALTER TABLE "flows" DROP CONSTRAINT "flows_kind_check";--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_pushes" DROP CONSTRAINT "notification_pushes_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_actor_check";--> statement-breakpoint
ALTER TABLE "flow_runs" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "version" integer;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "waiting_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "held" text;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "resumed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "replied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flows" ADD COLUMN "on_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flows" ADD COLUMN "resume_days" smallint;--> statement-breakpoint
ALTER TABLE "flow_steps" ADD CONSTRAINT "flow_steps_run_fk" FOREIGN KEY ("coach_id","run_id") REFERENCES "public"."flow_runs"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_tasks" ADD CONSTRAINT "flow_tasks_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_tasks" ADD CONSTRAINT "flow_tasks_run_fk" FOREIGN KEY ("coach_id","run_id") REFERENCES "public"."flow_runs"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD CONSTRAINT "flow_versions_flow_fk" FOREIGN KEY ("coach_id","flow_id") REFERENCES "public"."flows"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_stops" ADD CONSTRAINT "mail_stops_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_tasks_due_index" ON "flow_tasks" USING btree ("coach_id","due_on") WHERE done_at is null;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_version_fk" FOREIGN KEY ("coach_id","flow_id","version") REFERENCES "public"."flow_versions"("coach_id","flow_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_runs_lead_cause_index" ON "flow_runs" USING btree ("coach_id","flow_id","lead_id","cause");--> statement-breakpoint
CREATE UNIQUE INDEX "flow_runs_open_client_index" ON "flow_runs" USING btree ("coach_id","flow_id","client_id") WHERE state = 'open' and version is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_runs_open_lead_index" ON "flow_runs" USING btree ("coach_id","flow_id","lead_id") WHERE state = 'open' and version is not null;--> statement-breakpoint
CREATE INDEX "flow_runs_lead_index" ON "flow_runs" USING btree ("coach_id","lead_id");--> statement-breakpoint
CREATE INDEX "flow_runs_flow_index" ON "flow_runs" USING btree ("coach_id","flow_id","state","started_at","id");--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_held_check" CHECK (held in ('reply', 'payment', 'invited', 'screen', 'coach'));--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_person_check" CHECK ((client_id is null) <> (lead_id is null));--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_stopped_check" CHECK (stopped in ('came_back', 'condition', 'turned_off', 'changed', 'plan', 'paused', 'ended', 'not_covered', 'opted_out', 'objected', 'payment', 'unread', 'removed', 'unsubscribed', 'became_client', 'lost'));--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_due_check" CHECK (case when state = 'open' then step_id is not null and (due_at is not null or coalesce(held = 'coach', false))
        else step_id is null and due_at is null and held is null end);--> statement-breakpoint
ALTER TABLE "flows" ADD CONSTRAINT "flows_resume_check" CHECK ((kind = 'sequence') = (resume_days is not null) and resume_days between 1 and 60);--> statement-breakpoint
ALTER TABLE "flows" ADD CONSTRAINT "flows_kind_check" CHECK (kind in ('reengagement', 'sequence'));--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_actor_check" CHECK (actor in ('coach', 'visitor', 'import', 'flow'));--> statement-breakpoint
CREATE POLICY "flow_steps_coach" ON "flow_steps" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "flow_tasks_coach" ON "flow_tasks" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "flow_versions_coach" ON "flow_versions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "mail_stops_coach" ON "mail_stops" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "mail_stops_visitor" ON "mail_stops" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_lead_fk" FOREIGN KEY ("coach_id","lead_id") REFERENCES "public"."leads"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON flow_versions TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT ON flow_steps TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON flow_tasks TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT ON mail_stops TO stridewell_app;
