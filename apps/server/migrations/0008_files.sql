CREATE TABLE "files" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"kind" text NOT NULL,
	"purpose" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attached_at" timestamp (3) with time zone,
	CONSTRAINT "files_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "files_client_key" UNIQUE("coach_id","client_id","id"),
	CONSTRAINT "files_kind_check" CHECK (kind in ('image', 'pdf')),
	CONSTRAINT "files_purpose_check" CHECK (purpose in ('message', 'photo', 'avatar')),
	CONSTRAINT "files_status_check" CHECK (status in ('pending', 'ready')),
	CONSTRAINT "files_ready_check" CHECK (status = 'pending' or (bytes > 0 and sha256 is not null)),
	CONSTRAINT "files_attached_check" CHECK (attached_at is null or status = 'ready')
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_attachments" (
	"coach_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"client_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "message_attachments_coach_id_message_id_position_pk" PRIMARY KEY("coach_id","message_id","position")
);
--> statement-breakpoint
ALTER TABLE "message_attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_body_check";--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_coach_id_message_id_messages_coach_id_id_fk" FOREIGN KEY ("coach_id","message_id") REFERENCES "public"."messages"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_coach_id_client_id_file_id_files_coach_id_client_id_id_fk" FOREIGN KEY ("coach_id","client_id","file_id") REFERENCES "public"."files"("coach_id","client_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_unattached_index" ON "files" USING btree ("created_at") WHERE attached_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_attachments_file_index" ON "message_attachments" USING btree ("coach_id","file_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_body_check" CHECK (char_length(body) <= 10000);--> statement-breakpoint
CREATE POLICY "files_coach_read" ON "files" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "files_coach_insert" ON "files" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid and exists (select 1 from client_coach_relationships r
  where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = files.client_id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "files_coach_update" ON "files" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "files_coach_delete" ON "files" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid and status = 'pending');--> statement-breakpoint
CREATE POLICY "files_client_read" ON "files" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and files.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and files.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = files.coach_id
  and r.client_id = files.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "files_client_insert" ON "files" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and files.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and files.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = files.coach_id
  and r.client_id = files.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "files_client_update" ON "files" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and files.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and files.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = files.coach_id
  and r.client_id = files.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and files.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and files.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = files.coach_id
  and r.client_id = files.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "files_client_delete" ON "files" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and files.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and files.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = files.coach_id
  and r.client_id = files.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and uploaded_by = nullif(current_setting('app.user_id', true), '')::uuid and status = 'pending');--> statement-breakpoint
CREATE POLICY "files_sweep" ON "files" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_files') WITH CHECK (current_setting('app.role', true) = 'system_files');--> statement-breakpoint
CREATE POLICY "message_attachments_coach" ON "message_attachments" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "message_attachments_client_read" ON "message_attachments" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and message_attachments.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and message_attachments.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = message_attachments.coach_id
  and r.client_id = message_attachments.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "message_attachments_client_write" ON "message_attachments" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and message_attachments.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and message_attachments.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = message_attachments.coach_id
  and r.client_id = message_attachments.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON files TO stridewell_app;
--> statement-breakpoint
-- What hangs on a message stays on it, like the message itself.
GRANT SELECT, INSERT ON message_attachments TO stridewell_app;
