CREATE TABLE "notification_pushes" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "notification_pushes_user_id_id_device_id_pk" PRIMARY KEY("user_id","id","device_id"),
	CONSTRAINT "notification_pushes_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'food_comment', 'meal_plan_assigned', 'adjustment_proposed', 'target_proposed', 'safety_notice', 'client_at_risk', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed', 'payment_received', 'coach_decided', 'data_ready'))
);
--> statement-breakpoint
ALTER TABLE "notification_pushes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"endpoint_digest" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"time_zone" text NOT NULL,
	"user_agent" text NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_channel_check";--> statement-breakpoint
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_pushes" ADD CONSTRAINT "notification_pushes_device_fk" FOREIGN KEY ("user_id","device_id") REFERENCES "public"."push_subscriptions"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_pushes_due_index" ON "notification_pushes" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_pushes_conversation_index" ON "notification_pushes" USING btree ("user_id","device_id",(metadata ->> 'conversation_id')) WHERE type = 'message_received';--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_index" ON "push_subscriptions" USING btree ("user_id","endpoint_digest");--> statement-breakpoint
CREATE INDEX "push_subscriptions_others_index" ON "push_subscriptions" USING btree ("endpoint_digest");--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel_check" CHECK (channel in ('in_app', 'mail', 'push'));--> statement-breakpoint
CREATE POLICY "notification_pushes_own" ON "notification_pushes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_pushes_system" ON "notification_pushes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications') WITH CHECK (current_setting('app.role', true) = 'system_notifications');--> statement-breakpoint
CREATE POLICY "push_subscriptions_own" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "push_subscriptions_system" ON "push_subscriptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications') WITH CHECK (current_setting('app.role', true) = 'system_notifications');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_pushes, push_subscriptions TO stridewell_app;
