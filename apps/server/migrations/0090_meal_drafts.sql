CREATE TABLE "meal_drafts" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"content" jsonb,
	"reasons" jsonb,
	"drafted_by" text NOT NULL,
	"model" text,
	"prompt_hash" text,
	"rules_version" text NOT NULL,
	"violations" text[] NOT NULL,
	"repairs" integer NOT NULL,
	"fallback" text,
	"used_as" uuid,
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "meal_drafts_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "meal_drafts_by_check" CHECK (drafted_by in ('engine', 'model')),
	CONSTRAINT "meal_drafts_fallback_check" CHECK (fallback in ('unavailable', 'rate_limited', 'timeout', 'unusable', 'cap_reached', 'daily_limit', 'platform_cap', 'turned_off', 'no_consent'))
);
--> statement-breakpoint
ALTER TABLE "meal_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "model_consents" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"allowed" boolean NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "model_consents_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "model_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "planner_drafts" DROP CONSTRAINT "planner_drafts_fallback_check";--> statement-breakpoint
ALTER TABLE "meal_drafts" ADD CONSTRAINT "meal_drafts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meal_drafts" ADD CONSTRAINT "meal_drafts_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_consents" ADD CONSTRAINT "model_consents_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meal_drafts_client_index" ON "meal_drafts" USING btree ("coach_id","client_id");--> statement-breakpoint
CREATE INDEX "meal_drafts_age_index" ON "meal_drafts" USING btree ("coach_id","at");--> statement-breakpoint
CREATE INDEX "model_consents_newest_index" ON "model_consents" USING btree ("coach_id","client_id","answered_at","id");--> statement-breakpoint
ALTER TABLE "planner_drafts" ADD CONSTRAINT "planner_drafts_fallback_check" CHECK (fallback in ('unavailable', 'rate_limited', 'timeout', 'unusable', 'cap_reached', 'daily_limit', 'platform_cap', 'turned_off', 'no_consent'));--> statement-breakpoint
CREATE POLICY "meal_drafts_coach" ON "meal_drafts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "model_consents_coach" ON "model_consents" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "model_consents_client_read" ON "model_consents" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "model_consents_client_insert" ON "model_consents" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON meal_drafts TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT ON model_consents TO stridewell_app;
