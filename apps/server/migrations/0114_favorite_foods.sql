CREATE TABLE "client_food_favorites" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"food_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_food_favorites_coach_id_client_id_food_id_pk" PRIMARY KEY("coach_id","client_id","food_id")
);
--> statement-breakpoint
ALTER TABLE "client_food_favorites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_food_favorites" ADD CONSTRAINT "client_food_favorites_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "client_food_favorites_coach" ON "client_food_favorites" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_food_favorites_client_read" ON "client_food_favorites" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_food_favorites_client_insert" ON "client_food_favorites" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_food_favorites_client_delete" ON "client_food_favorites" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON client_food_favorites TO stridewell_app;
