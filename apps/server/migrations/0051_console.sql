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
CREATE INDEX "mail_deliveries_newest_index" ON "mail_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_status_index" ON "mail_deliveries" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "mail_deliveries_recipient_index" ON "mail_deliveries" USING btree (recipient collate "C" desc,"created_at","id");--> statement-breakpoint
CREATE POLICY "mail_deliveries_mail" ON "mail_deliveries" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_mail') WITH CHECK (current_setting('app.role', true) = 'system_mail');--> statement-breakpoint

-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_deliveries TO stridewell_app;
