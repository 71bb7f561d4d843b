CREATE TABLE "settled_decisions" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text NOT NULL,
	"seconds" integer NOT NULL,
	"day" date NOT NULL,
	"hidden_until" date NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settled_decisions_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "settled_decisions_kind_check" CHECK (kind in ('reply', 'adjustment', 'payment', 'risk', 'advice', 'target')),
	CONSTRAINT "settled_decisions_outcome_check" CHECK (outcome in ('approved', 'edited', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "settled_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "settled_decisions" ADD CONSTRAINT "settled_decisions_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settled_decisions_day_index" ON "settled_decisions" USING btree ("coach_id","day");--> statement-breakpoint
CREATE POLICY "settled_decisions_coach" ON "settled_decisions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON settled_decisions TO stridewell_app;
