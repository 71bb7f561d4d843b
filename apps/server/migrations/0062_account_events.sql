ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_status_check";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "claimed_coach_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "claimed_checkout_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_status_check" CHECK (status in ('waiting', 'retrying', 'done', 'failed', 'ignored'));--> statement-breakpoint
-- by hand
GRANT UPDATE (tries) ON webhook_events TO stridewell_app;
