CREATE TABLE "audit_marks" (
	"chain_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD COLUMN "carried_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_chains" ADD COLUMN "carried_seal" text;--> statement-breakpoint
ALTER TABLE "audit_checks" ADD COLUMN "carried" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_checks" ADD COLUMN "heads" text;--> statement-breakpoint
ALTER TABLE "audit_checks" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_hash_check" CHECK (hash ~ '^[0-9a-f]{8}[.][0-9a-f]{64}$') NOT VALID;--> statement-breakpoint
CREATE POLICY "audit_marks_check" ON "audit_marks" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_audit') WITH CHECK (current_setting('app.role', true) = 'system_audit');--> statement-breakpoint
-- by hand
-- NOT VALID above: entries of earlier versions have no key.
GRANT SELECT, INSERT, UPDATE ON audit_marks TO stridewell_app;--> statement-breakpoint
REVOKE UPDATE ON audit_chains FROM stridewell_app;--> statement-breakpoint
GRANT UPDATE (last_seq, hash, seal) ON audit_chains TO stridewell_app;--> statement-breakpoint
-- The order to carry the log over: the first start after this migration seals it.
INSERT INTO audit_marks (chain_id, seq, hash) VALUES ('00000000-0000-0000-0000-000000000000', 0, '');
