CREATE TABLE "conversations" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "messages" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "messages_sender_check" CHECK (sender in ('coach', 'client')),
	CONSTRAINT "messages_body_check" CHECK (char_length(body) between 1 and 10000),
	CONSTRAINT "messages_seq_check" CHECK (seq >= 1)
);
--> statement-breakpoint
ALTER TABLE "messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "read_markers" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"side" text NOT NULL,
	"seq" integer NOT NULL,
	CONSTRAINT "read_markers_coach_id_client_id_side_pk" PRIMARY KEY("coach_id","client_id","side"),
	CONSTRAINT "read_markers_side_check" CHECK (side in ('coach', 'client'))
);
--> statement-breakpoint
ALTER TABLE "read_markers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_coach_id_client_id_conversations_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."conversations"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "read_markers" ADD CONSTRAINT "read_markers_coach_id_client_id_conversations_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."conversations"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_order_index" ON "messages" USING btree ("coach_id","client_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_conversation_index" ON "notifications" USING btree ("user_id",(metadata ->> 'conversation_id')) WHERE type = 'message_received' and not read;--> statement-breakpoint
CREATE POLICY "conversations_coach" ON "conversations" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "conversations_client_read" ON "conversations" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and conversations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and conversations.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = conversations.coach_id
  and r.client_id = conversations.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "conversations_client_insert" ON "conversations" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and conversations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and conversations.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = conversations.coach_id
  and r.client_id = conversations.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "conversations_client_update" ON "conversations" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and conversations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and conversations.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = conversations.coach_id
  and r.client_id = conversations.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused'))) WITH CHECK (current_setting('app.role', true) = 'client' and conversations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and conversations.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = conversations.coach_id
  and r.client_id = conversations.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "messages_coach_read" ON "messages" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "messages_coach_write" ON "messages" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and sender = 'coach' and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = messages.client_id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "messages_client_read" ON "messages" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and messages.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and messages.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = messages.coach_id
  and r.client_id = messages.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "messages_client_write" ON "messages" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and messages.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and messages.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = messages.coach_id
  and r.client_id = messages.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and sender = 'client');--> statement-breakpoint
CREATE POLICY "read_markers_coach_read" ON "read_markers" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "read_markers_coach_insert" ON "read_markers" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and side = 'coach');--> statement-breakpoint
CREATE POLICY "read_markers_coach_update" ON "read_markers" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and side = 'coach') WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and side = 'coach');--> statement-breakpoint
CREATE POLICY "read_markers_client_read" ON "read_markers" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and read_markers.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and read_markers.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = read_markers.coach_id
  and r.client_id = read_markers.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "read_markers_client_insert" ON "read_markers" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and read_markers.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and read_markers.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = read_markers.coach_id
  and r.client_id = read_markers.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and side = 'client');--> statement-breakpoint
CREATE POLICY "read_markers_client_update" ON "read_markers" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and read_markers.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and read_markers.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = read_markers.coach_id
  and r.client_id = read_markers.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and side = 'client') WITH CHECK (current_setting('app.role', true) = 'client' and read_markers.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and read_markers.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = read_markers.coach_id
  and r.client_id = read_markers.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and side = 'client');--> statement-breakpoint
-- What was written stays as it was written.
GRANT SELECT, INSERT ON messages TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON conversations, read_markers TO stridewell_app;
--> statement-breakpoint
-- Live connections of a session end with it, in whichever process they are.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('stridewell_live', json_build_object('endedSession', OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session_ended();
