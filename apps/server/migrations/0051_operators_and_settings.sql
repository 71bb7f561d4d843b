CREATE TABLE "operator_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_digest" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "operator_invitations_role_check" CHECK (role in ('admin', 'support', 'billing'))
);
--> statement-breakpoint
ALTER TABLE "operator_invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "model_spending" (
	"month" date PRIMARY KEY NOT NULL,
	"cost_micros" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_spending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"section" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
ALTER TABLE "platform_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "planner_drafts" DROP CONSTRAINT "planner_drafts_fallback_check";--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_settings" ADD CONSTRAINT "platform_settings_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planner_drafts" ADD CONSTRAINT "planner_drafts_fallback_check" CHECK (fallback in ('unavailable', 'rate_limited', 'timeout', 'unusable', 'cap_reached', 'daily_limit', 'platform_cap', 'turned_off'));--> statement-breakpoint
CREATE POLICY "user_roles_operator_team" ON "user_roles" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator' and role = 'Operator') WITH CHECK (current_setting('app.role', true) = 'operator' and role in ('Operator', 'Client'));--> statement-breakpoint
CREATE POLICY "operator_invitations_operator" ON "operator_invitations" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "operator_invitations_read" ON "operator_invitations" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "operator_invitations_accept" ON "operator_invitations" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "model_spending_models" ON "model_spending" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_models') WITH CHECK (current_setting('app.role', true) = 'system_models');--> statement-breakpoint
CREATE POLICY "model_spending_operator" ON "model_spending" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "platform_settings_operator" ON "platform_settings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator') WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "platform_settings_read" ON "platform_settings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_settings');
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_invitations TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON platform_settings, model_spending TO stridewell_app;
