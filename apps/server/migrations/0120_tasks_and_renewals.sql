ALTER TABLE "settled_decisions" DROP CONSTRAINT "settled_decisions_kind_check";--> statement-breakpoint
ALTER TABLE "crm_connections" ADD COLUMN "renewing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "settled_decisions" ADD CONSTRAINT "settled_decisions_kind_check" CHECK (kind in ('reply', 'adjustment', 'payment', 'risk', 'task', 'advice', 'target'));