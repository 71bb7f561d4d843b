CREATE TABLE "assistant_answers" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"client_ids" uuid[] NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "assistant_answers_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "assistant_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "operator_answers" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "operator_answers_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "operator_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "model_calls" DROP CONSTRAINT "model_calls_purpose_check";--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD CONSTRAINT "assistant_answers_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_answers" ADD CONSTRAINT "operator_answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_answers_newest_index" ON "assistant_answers" USING btree ("coach_id","at","id");--> statement-breakpoint
CREATE INDEX "assistant_answers_age_index" ON "assistant_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "operator_answers_age_index" ON "operator_answers" USING btree ("at");--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_purpose_check" CHECK (purpose in ('planner', 'assistant'));--> statement-breakpoint
CREATE POLICY "assistant_answers_coach" ON "assistant_answers" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "assistant_answers_forget" ON "assistant_answers" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_assistant');--> statement-breakpoint
CREATE POLICY "operator_answers_own" ON "operator_answers" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator' and user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'operator' and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "operator_answers_read" ON "operator_answers" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_assistant');--> statement-breakpoint
CREATE POLICY "operator_answers_forget" ON "operator_answers" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_assistant');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON assistant_answers TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_answers TO stridewell_app;
