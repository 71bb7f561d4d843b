ALTER TABLE "webhook_events" ADD COLUMN "checkout_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "status" text DEFAULT 'ignored' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "error" text;--> statement-breakpoint
CREATE INDEX "webhook_events_newest_index" ON "webhook_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_status_index" ON "webhook_events" USING btree ("status","created_at","id");--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_status_check" CHECK (status in ('waiting', 'done', 'failed', 'ignored'));--> statement-breakpoint
-- by hand
GRANT UPDATE (status, error) ON webhook_events TO stridewell_app;
