CREATE TABLE "client_habits" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"habit_id" uuid NOT NULL,
	"days_per_week" smallint NOT NULL,
	"stopped" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_habits_coach_id_client_id_habit_id_pk" PRIMARY KEY("coach_id","client_id","habit_id"),
	CONSTRAINT "client_habits_days_check" CHECK (days_per_week between 1 and 7)
);
--> statement-breakpoint
ALTER TABLE "client_habits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "habit_days" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"habit_id" uuid NOT NULL,
	"value" numeric(9, 2) NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "habit_days_coach_id_client_id_day_habit_id_pk" PRIMARY KEY("coach_id","client_id","day","habit_id"),
	CONSTRAINT "habit_days_value_check" CHECK (value between 0 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "habit_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "habits" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"unit" text NOT NULL,
	"goal" numeric(9, 2),
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "habits_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "habits_kind_check" CHECK (kind in ('steps', 'water', 'sleep', 'other')),
	CONSTRAINT "habits_goal_check" CHECK (goal > 0)
);
--> statement-breakpoint
ALTER TABLE "habits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_habits" ADD CONSTRAINT "client_habits_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_habits" ADD CONSTRAINT "client_habits_habit_fk" FOREIGN KEY ("coach_id","habit_id") REFERENCES "public"."habits"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "habit_days" ADD CONSTRAINT "habit_days_habit_fk" FOREIGN KEY ("coach_id","client_id","habit_id") REFERENCES "public"."client_habits"("coach_id","client_id","habit_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "habits" ADD CONSTRAINT "habits_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_habits_habit_index" ON "client_habits" USING btree ("coach_id","habit_id");--> statement-breakpoint
CREATE INDEX "habits_name_index" ON "habits" USING btree ("coach_id","name");--> statement-breakpoint
CREATE POLICY "client_habits_coach" ON "client_habits" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_habits_client_read" ON "client_habits" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "habit_days_coach" ON "habit_days" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "habit_days_client_read" ON "habit_days" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "habit_days_client_write" ON "habit_days" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "habits_coach" ON "habits" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "habits_client_read" ON "habits" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON habits TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON client_habits TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON habit_days TO stridewell_app;
