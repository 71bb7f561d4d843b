CREATE TABLE "curated_exercises" (
	"id" text PRIMARY KEY NOT NULL,
	"exercise" jsonb,
	"hidden" boolean NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "curated_exercises" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "curated_exercises" ADD CONSTRAINT "curated_exercises_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "curated_exercises_operator" ON "curated_exercises" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "curated_exercises_read" ON "curated_exercises" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) in ('coach', 'client', 'user', 'operator'));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON curated_exercises TO stridewell_app;
