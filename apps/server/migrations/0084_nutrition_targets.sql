CREATE TABLE "nutrition_targets" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"starts_on" date NOT NULL,
	"source" text NOT NULL,
	"kcal" integer,
	"protein" integer,
	"fat" integer,
	"carbohydrate" integer,
	"fibre" integer,
	"water_liters" numeric(3, 1),
	"weekly_percent" numeric(5, 3),
	"week" jsonb,
	"reasons" jsonb,
	"basis" jsonb,
	"note" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "nutrition_targets_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "nutrition_targets_source_check" CHECK (source in ('calculated', 'override', 'adaptive', 'ended')),
	CONSTRAINT "nutrition_targets_created_by_check" CHECK (created_by in ('coach', 'rules')),
	CONSTRAINT "nutrition_targets_kcal_check" CHECK ((kcal is null) = (source = 'ended') and kcal >= 800)
);
--> statement-breakpoint
ALTER TABLE "nutrition_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "nutrition_targets" ADD CONSTRAINT "nutrition_targets_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "nutrition_targets_number_index" ON "nutrition_targets" USING btree ("coach_id","client_id","number");--> statement-breakpoint
CREATE POLICY "nutrition_targets_coach_read" ON "nutrition_targets" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_targets_coach_insert" ON "nutrition_targets" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "nutrition_targets_client" ON "nutrition_targets" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON nutrition_targets TO stridewell_app;
