CREATE TABLE "notification_outbox" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mail_at" timestamp (3) with time zone,
	CONSTRAINT "notification_outbox_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed'))
);
--> statement-breakpoint
ALTER TABLE "notification_outbox" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
DROP POLICY "notification_mails_own_insert" ON "notification_mails" CASCADE;--> statement-breakpoint
DROP POLICY "notification_mails_tell_client" ON "notification_mails" CASCADE;--> statement-breakpoint
DROP POLICY "notification_mails_tell_coach" ON "notification_mails" CASCADE;--> statement-breakpoint
DROP POLICY "notifications_tell_client" ON "notifications" CASCADE;--> statement-breakpoint
DROP POLICY "notifications_tell_coach" ON "notifications" CASCADE;--> statement-breakpoint
CREATE POLICY "notifications_delivery_read" ON "notifications" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications' and metadata ->> 'coach_id' = current_setting('app.coach_id', true));--> statement-breakpoint
CREATE POLICY "notifications_delivery_insert" ON "notifications" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_notifications' and metadata ->> 'coach_id' = current_setting('app.coach_id', true));--> statement-breakpoint
CREATE POLICY "notification_outbox_tell_client" ON "notification_outbox" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and (current_setting('app.role', true) = 'coach' or current_setting('app.role', true) = 'system_invitation') and user_id = nullif(current_setting('app.person_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_outbox_tell_coach" ON "notification_outbox" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and user_id = nullif(current_setting('app.coach_id', true), '')::uuid and (current_setting('app.role', true) = 'coach' or current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused')
      or current_setting('app.role', true) = 'system_invitation' and nullif(current_setting('app.person_id', true), '')::uuid is not null));--> statement-breakpoint
CREATE POLICY "notification_outbox_own_read" ON "notification_outbox" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_outbox_own_delete" ON "notification_outbox" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_outbox_system" ON "notification_outbox" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_notifications' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
-- A row is sent, locked and taken away, never changed. The update right is for the lock.
GRANT SELECT, INSERT, DELETE, UPDATE (mail_at) ON notification_outbox TO stridewell_app;
--> statement-breakpoint
-- The delivery reads the recipients' settings, so no trigger has to.
DROP TRIGGER notifications_wanted ON notifications;
--> statement-breakpoint
DROP FUNCTION keep_wanted_notifications();
