CREATE TABLE "client_foods" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"food" jsonb NOT NULL,
	"barcode" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_foods_coach_id_client_id_id_pk" PRIMARY KEY("coach_id","client_id","id")
);
--> statement-breakpoint
ALTER TABLE "client_foods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "food_uses" (
	"coach_id" uuid NOT NULL,
	"food_id" uuid NOT NULL,
	"score" double precision NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "food_uses_coach_id_food_id_pk" PRIMARY KEY("coach_id","food_id")
);
--> statement-breakpoint
ALTER TABLE "food_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_foods" ADD COLUMN "recipe" jsonb;--> statement-breakpoint
ALTER TABLE "client_foods" ADD CONSTRAINT "client_foods_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "food_uses" ADD CONSTRAINT "food_uses_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_foods_barcode_index" ON "client_foods" USING btree ("coach_id","client_id","barcode") WHERE barcode is not null;--> statement-breakpoint
CREATE POLICY "client_foods_coach" ON "client_foods" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_foods_client_read" ON "client_foods" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_foods_client_insert" ON "client_foods" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_foods_client_update" ON "client_foods" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_foods_client_delete" ON "client_foods" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "food_uses_coach" ON "food_uses" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON client_foods, food_uses TO stridewell_app;
