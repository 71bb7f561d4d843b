CREATE TABLE "retention_models" (
	"version" integer PRIMARY KEY NOT NULL,
	"trained_at" timestamp (3) with time zone NOT NULL,
	"data_from" date NOT NULL,
	"data_to" date NOT NULL,
	"seed" text NOT NULL,
	"hash" text NOT NULL,
	"model" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"in_use" boolean NOT NULL,
	"watch" jsonb
);
--> statement-breakpoint
ALTER TABLE "retention_models" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_offsets" (
	"coach_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"log_odds" double precision NOT NULL,
	"clients" integer NOT NULL,
	"left_clients" integer NOT NULL,
	CONSTRAINT "retention_offsets_coach_id_version_pk" PRIMARY KEY("coach_id","version")
);
--> statement-breakpoint
ALTER TABLE "retention_offsets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_scores" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"level" text NOT NULL,
	"chance" double precision,
	"reasons" text[] NOT NULL,
	"model_version" integer,
	CONSTRAINT "retention_scores_coach_id_client_id_day_pk" PRIMARY KEY("coach_id","client_id","day"),
	CONSTRAINT "retention_scores_level_check" CHECK (level in ('High Risk', 'Moderate Risk', 'On Track')),
	CONSTRAINT "retention_scores_chance_check" CHECK (chance between 0 and 1)
);
--> statement-breakpoint
ALTER TABLE "retention_scores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "retention_weeks" (
	"coach_id" uuid NOT NULL,
	"day" date NOT NULL,
	"model_version" integer,
	"levels" jsonb NOT NULL,
	"bins" jsonb,
	"outcomes" jsonb,
	CONSTRAINT "retention_weeks_coach_id_day_pk" PRIMARY KEY("coach_id","day")
);
--> statement-breakpoint
ALTER TABLE "retention_weeks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "retention_offsets" ADD CONSTRAINT "retention_offsets_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_scores" ADD CONSTRAINT "retention_scores_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_weeks" ADD CONSTRAINT "retention_weeks_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "retention_models_in_use_index" ON "retention_models" USING btree ("in_use") WHERE in_use;--> statement-breakpoint
CREATE INDEX "retention_scores_day_index" ON "retention_scores" USING btree ("coach_id","day");--> statement-breakpoint
CREATE INDEX "retention_weeks_day_index" ON "retention_weeks" USING btree ("day");--> statement-breakpoint
CREATE POLICY "coaches_scoring" ON "coaches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "users_scoring" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "retention_models_coach" ON "retention_models" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach');--> statement-breakpoint
CREATE POLICY "retention_models_operator" ON "retention_models" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "retention_models_scoring_read" ON "retention_models" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "retention_models_scoring" ON "retention_models" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring') WITH CHECK (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "retention_offsets_coach" ON "retention_offsets" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "retention_scores_coach" ON "retention_scores" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "retention_scores_client" ON "retention_scores" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "retention_scores_client_delete" ON "retention_scores" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "retention_weeks_coach" ON "retention_weeks" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "retention_weeks_scoring" ON "retention_weeks" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON retention_scores TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON retention_weeks TO stridewell_app;--> statement-breakpoint
GRANT SELECT ON retention_offsets TO stridewell_app;--> statement-breakpoint
GRANT SELECT, UPDATE (watch) ON retention_models TO stridewell_app;
