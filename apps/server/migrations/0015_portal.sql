CREATE TABLE "check_in_drafts" (
	"user_id" uuid NOT NULL,
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"template_id" uuid,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "check_in_drafts_user_id_coach_id_pk" PRIMARY KEY("user_id","coach_id")
);
--> statement-breakpoint
ALTER TABLE "check_in_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "reply_id" uuid;--> statement-breakpoint
ALTER TABLE "check_in_drafts" ADD CONSTRAINT "check_in_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_drafts" ADD CONSTRAINT "check_in_drafts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_reply_fk" FOREIGN KEY ("coach_id","reply_id") REFERENCES "public"."messages"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "check_in_drafts_owner" ON "check_in_drafts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and user_id = nullif(current_setting('app.user_id', true), '')::uuid and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
ALTER POLICY "check_ins_client_write" ON "check_ins" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and not by_coach and reviewed_at is null and reply_id is null);
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON check_in_drafts TO stridewell_app;
--> statement-breakpoint
GRANT UPDATE (reply_id) ON check_ins TO stridewell_app;
