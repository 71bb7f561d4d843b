CREATE TABLE "ledger_months" (
	"coach_id" uuid NOT NULL,
	"month" date NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"summed_version" integer,
	"sums" jsonb,
	CONSTRAINT "ledger_months_coach_id_month_pk" PRIMARY KEY("coach_id","month"),
	CONSTRAINT "ledger_months_sums_check" CHECK ((sums is null) = (summed_version is null))
);
--> statement-breakpoint
ALTER TABLE "ledger_months" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "month" date GENERATED ALWAYS AS (occurred_on - (extract(day from occurred_on)::integer - 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_months" ADD CONSTRAINT "ledger_months_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_months_stale_index" ON "ledger_months" USING btree ("coach_id") WHERE summed_version is distinct from version;--> statement-breakpoint
CREATE INDEX "ledger_entries_month_index" ON "ledger_entries" USING btree ("coach_id","month");--> statement-breakpoint
CREATE POLICY "ledger_months_coach" ON "ledger_months" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ledger_months_system" ON "ledger_months" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_money');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON ledger_months TO stridewell_app;--> statement-breakpoint
INSERT INTO ledger_months (coach_id, month) SELECT DISTINCT coach_id, month FROM ledger_entries;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_month_fk" FOREIGN KEY ("coach_id","month") REFERENCES "public"."ledger_months"("coach_id","month") ON DELETE no action ON UPDATE no action;
