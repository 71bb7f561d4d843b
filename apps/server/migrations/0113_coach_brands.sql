CREATE TABLE "coach_brands" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"logo_id" uuid,
	"icon_id" uuid,
	"published" jsonb,
	"name_key" text,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "coach_brands_published_check" CHECK ((published is null) = (name_key is null))
);
--> statement-breakpoint
ALTER TABLE "coach_brands" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_purpose_check";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_owner_check";--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "sender_name" text;--> statement-breakpoint
ALTER TABLE "coach_brands" ADD CONSTRAINT "coach_brands_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coach_brands_name_index" ON "coach_brands" USING btree ("name_key") WHERE name_key is not null;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_purpose_check" CHECK (purpose in ('message', 'photo', 'avatar', 'coach_photo', 'exercise', 'receipt', 'logo', 'icon'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_check" CHECK ((purpose in ('coach_photo', 'exercise', 'receipt', 'logo', 'icon')) = (client_id is null));--> statement-breakpoint
CREATE POLICY "files_brand_read" ON "files" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_capture' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id is null and attached_at is not null
  and purpose in ('logo', 'icon'));--> statement-breakpoint
CREATE POLICY "coach_brands_coach_read" ON "coach_brands" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_brands_coach_insert" ON "coach_brands" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and suspended_at is null);--> statement-breakpoint
CREATE POLICY "coach_brands_coach_update" ON "coach_brands" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and suspended_at is null) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and suspended_at is null);--> statement-breakpoint
CREATE POLICY "coach_brands_operator_read" ON "coach_brands" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "coach_brands_operator_update" ON "coach_brands" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
ALTER POLICY "files_coach_photo_read" ON "files" TO stridewell_app USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id is null and attached_at is not null
  and purpose not in ('receipt', 'logo', 'icon'));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON coach_brands TO stridewell_app;--> statement-breakpoint
DROP FUNCTION own_coachings();
