CREATE TABLE "effect_counts" (
	"coach_id" uuid NOT NULL,
	"in_pool" boolean NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "effect_counts_coach_id_pk" PRIMARY KEY("coach_id")
);
--> statement-breakpoint
ALTER TABLE "effect_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pooled_effects" (
	"comparison" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"clients" integer NOT NULL,
	"coaches" integer NOT NULL,
	"estimate" double precision,
	"low" double precision,
	"high" double precision,
	CONSTRAINT "pooled_effects_comparison_check" CHECK (comparison in ('automatic', 'timing')),
	CONSTRAINT "pooled_effects_state_check" CHECK (state in ('few_clients', 'few_coaches', 'one_coach', 'counted'))
);
--> statement-breakpoint
ALTER TABLE "pooled_effects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suggested_times" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"action" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"wait_hours" smallint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"followed" text[],
	CONSTRAINT "suggested_times_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "suggested_times_action_check" CHECK (action in ('nudge', 'message', 'call', 'payment')),
	CONSTRAINT "suggested_times_wait_check" CHECK (wait_hours in (0, 24, 48))
);
--> statement-breakpoint
ALTER TABLE "suggested_times" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "risk_actions" DROP CONSTRAINT "risk_actions_action_check";--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "hold_out" smallint;--> statement-breakpoint
ALTER TABLE "risk_actions" ADD COLUMN "followed" text[];--> statement-breakpoint
ALTER TABLE "risk_actions" ADD COLUMN "stayed" boolean;--> statement-breakpoint
ALTER TABLE "effect_counts" ADD CONSTRAINT "effect_counts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suggested_times" ADD CONSTRAINT "suggested_times_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suggested_times_made_index" ON "suggested_times" USING btree ("coach_id","made_at");--> statement-breakpoint
CREATE INDEX "suggested_times_client_index" ON "suggested_times" USING btree ("coach_id","client_id");--> statement-breakpoint
CREATE INDEX "risk_actions_done_index" ON "risk_actions" USING btree ("coach_id","done_at");--> statement-breakpoint
ALTER TABLE "risk_actions" ADD CONSTRAINT "risk_actions_action_check" CHECK (action in ('nudge', 'message', 'call', 'payment', 'plan', 'pause'));--> statement-breakpoint
CREATE POLICY "effect_counts_coach" ON "effect_counts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "effect_counts_scoring" ON "effect_counts" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "pooled_effects_coach" ON "pooled_effects" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach');--> statement-breakpoint
CREATE POLICY "pooled_effects_scoring" ON "pooled_effects" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_scoring') WITH CHECK (current_setting('app.role', true) = 'system_scoring');--> statement-breakpoint
CREATE POLICY "suggested_times_coach" ON "suggested_times" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "suggested_times_client_read" ON "suggested_times" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "suggested_times_client_delete" ON "suggested_times" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON suggested_times TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON effect_counts, pooled_effects TO stridewell_app;--> statement-breakpoint
-- Outcomes of open runs are counted from their start, as those of clients who are held out.
UPDATE flow_runs SET counted_from = started_at WHERE state = 'open' AND counted_from IS NULL;
