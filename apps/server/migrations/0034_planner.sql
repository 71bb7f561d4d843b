CREATE TABLE "planner_drafts" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"present_id" uuid,
	"present_version" integer,
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
	"edits" text[],
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "planner_drafts_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "planner_drafts_by_check" CHECK (drafted_by in ('engine', 'model')),
	CONSTRAINT "planner_drafts_fallback_check" CHECK (fallback in ('unavailable', 'rate_limited', 'timeout', 'unusable', 'cap_reached'))
);
--> statement-breakpoint
ALTER TABLE "planner_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "model_calls" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"purpose" text NOT NULL,
	"model" text NOT NULL,
	"outcome" text NOT NULL,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cost_micros" bigint NOT NULL,
	CONSTRAINT "model_calls_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "model_calls_purpose_check" CHECK (purpose in ('planner')),
	CONSTRAINT "model_calls_outcome_check" CHECK (outcome in ('running', 'ok', 'invalid', 'cut_off', 'rate_limited', 'unavailable', 'timeout', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "model_calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "planner_drafts" ADD CONSTRAINT "planner_drafts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planner_drafts" ADD CONSTRAINT "planner_drafts_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planner_drafts_used_index" ON "planner_drafts" USING btree ("coach_id","used_as","at");--> statement-breakpoint
CREATE INDEX "planner_drafts_age_index" ON "planner_drafts" USING btree ("coach_id","at");--> statement-breakpoint
CREATE INDEX "model_calls_month_index" ON "model_calls" USING btree ("coach_id","at");--> statement-breakpoint
CREATE POLICY "planner_drafts_coach" ON "planner_drafts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "model_calls_coach" ON "model_calls" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON planner_drafts TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON model_calls TO stridewell_app;
