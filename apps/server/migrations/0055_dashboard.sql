CREATE TABLE "platform_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "platform_figures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE POLICY "platform_figures_metrics" ON "platform_figures" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_metrics') WITH CHECK (current_setting('app.role', true) = 'system_metrics');--> statement-breakpoint
CREATE POLICY "platform_figures_operator" ON "platform_figures" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON platform_figures TO stridewell_app;--> statement-breakpoint
-- The end is not known more exactly.
UPDATE subscriptions SET ended_at = least(current_period_end, now()) WHERE status IN ('canceled', 'incomplete_expired');
