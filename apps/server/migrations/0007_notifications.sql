CREATE TABLE "broadcast_recipients" (
	"coach_id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"seq" integer,
	CONSTRAINT "broadcast_recipients_coach_id_broadcast_id_client_id_pk" PRIMARY KEY("coach_id","broadcast_id","client_id"),
	CONSTRAINT "broadcast_recipients_outcome_check" CHECK (outcome in ('pending', 'sent', 'not_covered', 'not_joined', 'closed')),
	CONSTRAINT "broadcast_recipients_seq_check" CHECK ((outcome = 'sent') = (seq is not null))
);
--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcasts_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "broadcasts_body_check" CHECK (char_length(body) between 1 and 10000)
);
--> statement-breakpoint
ALTER TABLE "broadcasts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone,
	CONSTRAINT "notification_mails_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'))
);
--> statement-breakpoint
ALTER TABLE "notification_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"channel" text NOT NULL,
	"enabled" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_type_channel_pk" PRIMARY KEY("user_id","type","channel"),
	CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder')),
	CONSTRAINT "notification_preferences_channel_check" CHECK (channel in ('in_app', 'mail'))
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
DROP INDEX "notifications_newest_index";--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_coach_id_broadcast_id_broadcasts_coach_id_id_fk" FOREIGN KEY ("coach_id","broadcast_id") REFERENCES "public"."broadcasts"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcasts_newest_index" ON "broadcasts" USING btree ("coach_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_mails_due_index" ON "notification_mails" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_mails_conversation_index" ON "notification_mails" USING btree ("user_id",(metadata ->> 'conversation_id')) WHERE type = 'message_received';--> statement-breakpoint
CREATE INDEX "notifications_newest_index" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'check_in_overdue', 'check_in_reviewed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder'));--> statement-breakpoint
CREATE POLICY "users_read_notifications" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications');--> statement-breakpoint
CREATE POLICY "broadcast_recipients_coach" ON "broadcast_recipients" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "broadcasts_coach" ON "broadcasts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_mails_own_read" ON "notification_mails" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_mails_own_delete" ON "notification_mails" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_mails_system" ON "notification_mails" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications') WITH CHECK (current_setting('app.role', true) = 'system_notifications');--> statement-breakpoint
CREATE POLICY "notification_mails_tell_client" ON "notification_mails" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'coach' or current_setting('app.role', true) = 'system_invitation') and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.person_id = notification_mails.user_id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "notification_mails_tell_coach" ON "notification_mails" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'client' or current_setting('app.role', true) = 'system_invitation') and user_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "notification_preferences_own" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notification_preferences_system" ON "notification_preferences" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_notifications');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON notification_preferences TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (due_at) ON notification_mails TO stridewell_app;
--> statement-breakpoint
-- What was written stays as it was written.
GRANT SELECT, INSERT ON broadcasts TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (outcome, seq) ON broadcast_recipients TO stridewell_app;
--> statement-breakpoint
-- What the recipient does not want in the app is not stored. Runs with the owner's rights, because the sender may not
-- read what the recipient has chosen.
CREATE FUNCTION keep_wanted_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM public.notification_preferences p WHERE p.user_id = NEW.user_id AND p.type = NEW.type
    AND p.channel = 'in_app' AND NOT p.enabled) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER notifications_wanted BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION keep_wanted_notifications();
