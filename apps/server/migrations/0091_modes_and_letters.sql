CREATE TABLE "alarming_texts" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarming_texts_coach_id_client_id_digest_pk" PRIMARY KEY("coach_id","client_id","digest")
);
--> statement-breakpoint
ALTER TABLE "alarming_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "nutrition_modes" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"glp1" boolean NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "nutrition_modes_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "nutrition_modes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "referral_letters" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"observations" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "referral_letters_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "referral_letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "alarming_texts" ADD CONSTRAINT "alarming_texts_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "nutrition_modes" ADD CONSTRAINT "nutrition_modes_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referral_letters" ADD CONSTRAINT "referral_letters_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referral_letters_client_index" ON "referral_letters" USING btree ("coach_id","client_id","created_at");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'));--> statement-breakpoint
CREATE POLICY "alarming_texts_client_read" ON "alarming_texts" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "alarming_texts_client_insert" ON "alarming_texts" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_modes_coach_read" ON "nutrition_modes" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_modes_coach_insert" ON "nutrition_modes" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_modes_coach_update" ON "nutrition_modes" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_modes_client_read" ON "nutrition_modes" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_modes_client_delete" ON "nutrition_modes" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "referral_letters_coach_read" ON "referral_letters" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "referral_letters_coach_insert" ON "referral_letters" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and read_at is null);--> statement-breakpoint
CREATE POLICY "referral_letters_client_read" ON "referral_letters" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "referral_letters_client_update" ON "referral_letters" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "referral_letters_client_delete" ON "referral_letters" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON alarming_texts TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON nutrition_modes TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON referral_letters TO stridewell_app;
