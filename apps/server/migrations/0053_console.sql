CREATE TABLE "audit_checks" (
	"finished_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"chains" integer NOT NULL,
	"entries" bigint NOT NULL,
	"problems" integer NOT NULL,
	"first_problem" uuid
);
--> statement-breakpoint
ALTER TABLE "audit_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"template" text NOT NULL,
	"subject" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"sealed" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_deliveries_status_check" CHECK (status in ('queued', 'sent', 'failed', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "mail_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "audit_entries_time_index";--> statement-breakpoint
CREATE INDEX "mail_deliveries_newest_index" ON "mail_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_status_index" ON "mail_deliveries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_recipient_index" ON "mail_deliveries" USING btree (recipient collate "C" desc,"created_at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action_index" ON "audit_entries" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_index" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_chain_index" ON "audit_entries" USING btree ("chain_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_client_index" ON "audit_entries" USING btree ("client_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_network_index" ON "audit_entries" USING btree ("network","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_time_index" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE POLICY "audit_chains_check" ON "audit_chains" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_audit');--> statement-breakpoint
CREATE POLICY "audit_entries_check" ON "audit_entries" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_audit');--> statement-breakpoint
CREATE POLICY "audit_checks_check" ON "audit_checks" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_audit') WITH CHECK (current_setting('app.role', true) = 'system_audit');--> statement-breakpoint
CREATE POLICY "audit_checks_operator" ON "audit_checks" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "mail_deliveries_mail" ON "mail_deliveries" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_mail') WITH CHECK (current_setting('app.role', true) = 'system_mail');--> statement-breakpoint
ALTER POLICY "audit_entries_operator_read" ON "audit_entries" TO stridewell_app USING (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_deliveries TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT ON audit_checks TO stridewell_app;
