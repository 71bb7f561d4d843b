CREATE TABLE "recurring_expenses" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"payee" text NOT NULL,
	"category" text NOT NULL,
	"note" text NOT NULL,
	"frequency" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"next_on" date,
	"paused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recurring_expenses_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "recurring_expenses_frequency_check" CHECK (frequency in ('weekly', 'monthly', 'yearly')),
	CONSTRAINT "recurring_expenses_amount_check" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "recurring_expenses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_purpose_check";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_owner_check";--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "payee" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "origin_key" text;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "recurring_expenses" ADD CONSTRAINT "recurring_expenses_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recurring_expenses_due_index" ON "recurring_expenses" USING btree ("next_on") WHERE next_on is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_origin_key" UNIQUE("coach_id","origin_key");--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_purpose_check" CHECK (purpose in ('message', 'photo', 'avatar', 'coach_photo', 'exercise', 'receipt'));--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_check" CHECK ((purpose in ('coach_photo', 'exercise', 'receipt')) = (client_id is null));--> statement-breakpoint
CREATE POLICY "recurring_expenses_coach" ON "recurring_expenses" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "recurring_expenses_system" ON "recurring_expenses" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_expenses');--> statement-breakpoint
ALTER POLICY "files_coach_photo_read" ON "files" TO stridewell_app USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id is null and attached_at is not null
  and purpose <> 'receipt');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON recurring_expenses TO stridewell_app;
