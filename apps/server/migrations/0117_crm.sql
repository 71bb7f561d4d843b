CREATE TABLE "crm_connections" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"state_digest" text,
	"state_until" timestamp (3) with time zone,
	"hub_id" text DEFAULT '' NOT NULL,
	"hub_domain" text DEFAULT '' NOT NULL,
	"sealed" text,
	"access_until" timestamp (3) with time zone,
	"fields" jsonb NOT NULL,
	"deals" jsonb,
	"adds_leads" boolean DEFAULT false NOT NULL,
	"adds_leads_from" timestamp (3) with time zone,
	"contacts_read_until" timestamp (3) with time zone NOT NULL,
	"deals_read_until" timestamp (3) with time zone NOT NULL,
	"next_sync_at" timestamp (3) with time zone NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"problem" text,
	"problem_detail" text DEFAULT '' NOT NULL,
	"run_id" uuid,
	"run_until" timestamp (3) with time zone,
	"connected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "crm_connections_status_check" CHECK (status in ('on', 'lost', 'off')),
	CONSTRAINT "crm_connections_problem_check" CHECK (problem in ('reconnect', 'limits', 'unreachable', 'forbidden', 'property', 'stage', 'answer')),
	CONSTRAINT "crm_connections_sealed_check" CHECK ((status = 'on') = (sealed is not null)),
	CONSTRAINT "crm_connections_failing_check" CHECK ((failing_since is null) = (problem is null))
);
--> statement-breakpoint
ALTER TABLE "crm_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "crm_erasures" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hub_id" text NOT NULL,
	"contact_id" text,
	"deal_id" text,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crm_erasures_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "crm_erasures_object_check" CHECK ((contact_id is null) <> (deal_id is null))
);
--> statement-breakpoint
ALTER TABLE "crm_erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "crm_links" (
	"coach_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"contact_id" text,
	"contact_known" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"contact_sent_at" timestamp (3) with time zone,
	"deal_id" text,
	"deal_known" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deal_sent_at" timestamp (3) with time zone,
	"deal_gone" boolean DEFAULT false NOT NULL,
	"issue" text,
	"detail" text DEFAULT '' NOT NULL,
	"refused" text DEFAULT '' NOT NULL,
	"deal_refused" text DEFAULT '' NOT NULL,
	"other_contact_id" text,
	CONSTRAINT "crm_links_coach_id_kind_subject_id_pk" PRIMARY KEY("coach_id","kind","subject_id"),
	CONSTRAINT "crm_links_contact_key" UNIQUE("coach_id","contact_id"),
	CONSTRAINT "crm_links_deal_key" UNIQUE("coach_id","deal_id"),
	CONSTRAINT "crm_links_kind_check" CHECK (kind in ('lead', 'client')),
	CONSTRAINT "crm_links_issue_check" CHECK (issue in ('same_email', 'gone', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "crm_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notification_pushes" DROP CONSTRAINT "notification_pushes_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "lead_events" DROP CONSTRAINT "lead_events_actor_check";--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "crm_connections" ADD CONSTRAINT "crm_connections_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_erasures" ADD CONSTRAINT "crm_erasures_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_links" ADD CONSTRAINT "crm_links_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_connections_due_index" ON "crm_connections" USING btree ("next_sync_at") WHERE status = 'on';--> statement-breakpoint
CREATE INDEX "crm_links_issue_index" ON "crm_links" USING btree ("coach_id") WHERE issue is not null;--> statement-breakpoint
CREATE INDEX "crm_links_sent_index" ON "crm_links" USING btree ("coach_id") WHERE contact_sent_at is not null or deal_sent_at is not null;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off', 'domain_failing', 'crm_attention'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off', 'domain_failing', 'crm_attention'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off', 'domain_failing', 'crm_attention'));--> statement-breakpoint
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off', 'domain_failing', 'crm_attention'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'flow_waiting', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off', 'domain_failing', 'crm_attention'));--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_actor_check" CHECK (actor in ('coach', 'visitor', 'import', 'flow', 'crm'));--> statement-breakpoint
CREATE POLICY "crm_connections_coach" ON "crm_connections" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "crm_connections_due" ON "crm_connections" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_crm');--> statement-breakpoint
CREATE POLICY "crm_erasures_coach" ON "crm_erasures" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "crm_links_coach" ON "crm_links" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON crm_connections TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON crm_links TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON crm_erasures TO stridewell_app;
