CREATE TABLE "audit_chains" (
	"chain_id" uuid PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_chains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"chain_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid,
	"client_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"network" text,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_chain_id_seq_pk" PRIMARY KEY("chain_id","seq"),
	CONSTRAINT "audit_entries_actor_check" CHECK (actor in ('coach', 'client', 'person', 'operator', 'system'))
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_entries_subject_index" ON "audit_entries" USING btree ("chain_id","subject_id","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_client_index" ON "audit_entries" USING btree ("chain_id","client_id","seq");--> statement-breakpoint
CREATE INDEX "audit_entries_time_index" ON "audit_entries" USING btree ("at");--> statement-breakpoint
CREATE POLICY "audit_chains_read" ON "audit_chains" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING ((current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid) or (current_setting('app.role', true) = 'operator') or ((current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing')));--> statement-breakpoint
CREATE POLICY "audit_chains_start" ON "audit_chains" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid) or (current_setting('app.role', true) = 'operator') or ((current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing')));--> statement-breakpoint
CREATE POLICY "audit_chains_extend" ON "audit_chains" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING ((current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid) or (current_setting('app.role', true) = 'operator') or ((current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'))) WITH CHECK ((current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid) or (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid) or (current_setting('app.role', true) = 'operator') or ((current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing')));--> statement-breakpoint
CREATE POLICY "audit_entries_coach_read" ON "audit_entries" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_coach" ON "audit_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid and actor_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_client_read" ON "audit_entries" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_client" ON "audit_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and chain_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and actor_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_person_read" ON "audit_entries" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_person" ON "audit_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'user' and chain_id = nullif(current_setting('app.user_id', true), '')::uuid and actor_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_operator_read" ON "audit_entries" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "audit_entries_operator" ON "audit_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'operator' and actor_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "audit_entries_system" ON "audit_entries" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
-- by hand
-- Entries are appended and never changed; the application has no right to.
GRANT SELECT, INSERT ON audit_entries TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON audit_chains TO stridewell_app;
