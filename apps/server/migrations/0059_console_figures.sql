CREATE TABLE "request_minutes" (
	"minute" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"requests" integer NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "request_minutes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_check";--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_check" CHECK (kind in ('failed_jobs', 'oldest_job', 'failed_mails', 'failed_webhooks', 'error_rate', 'audit_problems'));--> statement-breakpoint
CREATE POLICY "request_minutes_requests" ON "request_minutes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_requests') WITH CHECK (current_setting('app.role', true) = 'system_requests');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON request_minutes TO stridewell_app;
