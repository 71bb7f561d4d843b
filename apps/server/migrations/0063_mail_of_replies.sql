ALTER TABLE "subscriptions" ADD COLUMN "clients" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_entries" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
CREATE INDEX "contacts_kind_index" ON "contacts" USING btree ("kind","received_at","id");