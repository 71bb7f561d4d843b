CREATE TABLE "client_visits" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_visits_coach_id_client_id_day_pk" PRIMARY KEY("coach_id","client_id","day"),
	CONSTRAINT "client_visits_times_check" CHECK (last_at >= first_at)
);
--> statement-breakpoint
ALTER TABLE "client_visits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "departures" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid,
	"day" date NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "departures_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "departures_reason_check" CHECK (reason in ('goal_reached', 'price', 'time', 'results', 'health', 'moved', 'other_coach', 'lost_touch', 'payment', 'other'))
);
--> statement-breakpoint
ALTER TABLE "departures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "known_reasons" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "known_reasons_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "known_reasons_reason_check" CHECK (reason in ('ill', 'traveling', 'talked', 'other')),
	CONSTRAINT "known_reasons_days_check" CHECK (until_day >= from_day)
);
--> statement-breakpoint
ALTER TABLE "known_reasons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "risk_actions" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"action" text NOT NULL,
	"level" text,
	"silent_days" integer,
	"done_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "risk_actions_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "risk_actions_action_check" CHECK (action in ('nudge', 'message', 'call', 'payment')),
	CONSTRAINT "risk_actions_level_check" CHECK (level in ('High Risk', 'Moderate Risk', 'On Track'))
);
--> statement-breakpoint
ALTER TABLE "risk_actions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "risk_notices" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"level" text NOT NULL,
	"day" date NOT NULL,
	"scores" jsonb NOT NULL,
	CONSTRAINT "risk_notices_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id"),
	CONSTRAINT "risk_notices_level_check" CHECK (level in ('High Risk', 'Moderate Risk', 'On Track'))
);
--> statement-breakpoint
ALTER TABLE "risk_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "client_visits" ADD CONSTRAINT "client_visits_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departures" ADD CONSTRAINT "departures_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_reasons" ADD CONSTRAINT "known_reasons_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_actions" ADD CONSTRAINT "risk_actions_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "risk_notices" ADD CONSTRAINT "risk_notices_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "departures_client_index" ON "departures" USING btree ("coach_id","client_id","day");--> statement-breakpoint
CREATE INDEX "departures_day_index" ON "departures" USING btree ("coach_id","day");--> statement-breakpoint
CREATE INDEX "known_reasons_client_index" ON "known_reasons" USING btree ("coach_id","client_id","from_day");--> statement-breakpoint
CREATE INDEX "risk_actions_client_index" ON "risk_actions" USING btree ("coach_id","client_id","done_at");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
CREATE POLICY "client_visits_coach" ON "client_visits" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_visits_client_read" ON "client_visits" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_visits_client_insert" ON "client_visits" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_visits_client_update" ON "client_visits" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "departures_coach" ON "departures" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "departures_client" ON "departures" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_reasons_coach" ON "known_reasons" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "known_reasons_client" ON "known_reasons" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "risk_actions_coach" ON "risk_actions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "risk_actions_client" ON "risk_actions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "risk_notices_coach" ON "risk_notices" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "risk_notices_client_read" ON "risk_notices" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "risk_notices_client_delete" ON "risk_notices" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON client_visits TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON known_reasons, departures, risk_notices, risk_actions TO stridewell_app;
