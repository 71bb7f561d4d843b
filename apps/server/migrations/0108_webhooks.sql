CREATE TABLE "webhook_deliveries" (
	"coach_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"type" text NOT NULL,
	"client_id" uuid,
	"lead_id" uuid,
	"subject_id" uuid,
	"actor" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"milliseconds" integer,
	"code" smallint,
	"problem" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "webhook_deliveries_coach_id_event_id_endpoint_id_pk" PRIMARY KEY("coach_id","event_id","endpoint_id"),
	CONSTRAINT "webhook_deliveries_type_check" CHECK (type in ('lead.created', 'lead.moved', 'relationship.invited', 'relationship.accepted', 'relationship.declined', 'relationship.revoked', 'onboarding.completed', 'relationship.paused', 'relationship.resumed', 'relationship.archived', 'relationship.restored', 'relationship.ended', 'session.scheduled', 'session.completed', 'session.missed', 'session.cancelled', 'checkin.submitted', 'checkin.reviewed', 'message.sent', 'program.assigned', 'program.ended', 'meal_plan.assigned', 'workout.completed', 'client.erased', 'webhook.test')),
	CONSTRAINT "webhook_deliveries_status_check" CHECK (status in ('pending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_problem_check" CHECK (problem in ('timeout', 'unreachable', 'private')),
	CONSTRAINT "webhook_deliveries_due_check" CHECK ((status = 'pending') = (due_at is not null))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"address" text NOT NULL,
	"events" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"is_on" boolean NOT NULL,
	"off_reason" text,
	"sealed" text NOT NULL,
	"secret_number" integer NOT NULL,
	"former_sealed" text,
	"former_until" timestamp (3) with time zone,
	"read_until" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"retry_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_endpoints_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "webhook_endpoints_reason_check" CHECK (off_reason in ('coach', 'failing', 'gone')),
	CONSTRAINT "webhook_endpoints_on_check" CHECK (is_on = (off_reason is null)),
	CONSTRAINT "webhook_endpoints_former_check" CHECK ((former_sealed is null) = (former_until is null))
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_pushes" DROP CONSTRAINT "notification_pushes_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_fk" FOREIGN KEY ("coach_id","endpoint_id") REFERENCES "public"."webhook_endpoints"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log_index" ON "webhook_deliveries" USING btree ("coach_id","endpoint_id","created_at","event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_index" ON "webhook_deliveries" USING btree ("coach_id","endpoint_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoints_on_index" ON "webhook_endpoints" USING btree ("coach_id") WHERE is_on;--> statement-breakpoint
CREATE INDEX "lead_events_time_index" ON "lead_events" USING btree ("coach_id","occurred_at","id");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready', 'webhook_turned_off'));--> statement-breakpoint
CREATE POLICY "webhook_deliveries_coach" ON "webhook_deliveries" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_endpoints_coach" ON "webhook_endpoints" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "webhook_endpoints_system" ON "webhook_endpoints" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_webhooks');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO stridewell_app;
