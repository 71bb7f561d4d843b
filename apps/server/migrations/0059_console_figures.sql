CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"charge_id" text NOT NULL,
	"account_id" text,
	"user_id" uuid,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"respond_by" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "request_minutes" (
	"minute" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"requests" integer NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "request_minutes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "alerts" DROP CONSTRAINT "alerts_kind_check";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_user_index" ON "disputes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "disputes_open_index" ON "disputes" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_kind_check" CHECK (kind in ('failed_jobs', 'oldest_job', 'failed_mails', 'failed_webhooks', 'error_rate', 'audit_problems'));--> statement-breakpoint
CREATE POLICY "disputes_billing" ON "disputes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "request_minutes_requests" ON "request_minutes" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_requests') WITH CHECK (current_setting('app.role', true) = 'system_requests');--> statement-breakpoint
ALTER POLICY "coaches_operator_read" ON "coaches" TO stridewell_app USING (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
ALTER POLICY "users_read_operator" ON "users" TO stridewell_app USING (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON request_minutes TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON disputes TO stridewell_app;
