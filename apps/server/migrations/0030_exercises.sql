CREATE TABLE "coach_exercises" (
	"coach_id" uuid NOT NULL,
	"id" text NOT NULL,
	"exercise" jsonb,
	"hidden" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_exercises_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "coach_exercises" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_exercises" ADD CONSTRAINT "coach_exercises_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "coach_exercises_coach" ON "coach_exercises" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON coach_exercises TO stridewell_app;
