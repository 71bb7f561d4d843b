CREATE TABLE "purchases" (
	"session_id" text PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"email" text,
	"subscription_id" text,
	"user_id" uuid,
	"paid_at" timestamp (3) with time zone,
	"reminded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"customer_id" text NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"cancel_at_period_end" boolean NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sandbox_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_digest" text NOT NULL,
	"plan" text NOT NULL,
	"clients" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"email" text,
	"user_id" uuid,
	"customer_id" text,
	"subscription_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sandbox_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_invoices_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"subscription_id" text NOT NULL,
	"status" text NOT NULL,
	"lines" jsonb NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"plan" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"clients" integer NOT NULL,
	"card_renews" boolean NOT NULL,
	"card_brand" text NOT NULL,
	"card_last4" text NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_invoices" ADD CONSTRAINT "sandbox_invoices_subscription_id_sandbox_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."sandbox_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchases_subscription_index" ON "purchases" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "purchases_waiting_index" ON "purchases" USING btree ("email") WHERE user_id is null and paid_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_live_index" ON "subscriptions" USING btree ("user_id") WHERE status not in ('canceled', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX "subscriptions_failing_index" ON "subscriptions" USING btree ("failing_since") WHERE failing_since is not null;--> statement-breakpoint
CREATE INDEX "sandbox_invoices_subscription_index" ON "sandbox_invoices" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_customer_index" ON "sandbox_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_period_index" ON "sandbox_subscriptions" USING btree ("current_period_end");--> statement-breakpoint
CREATE POLICY "coaches_billing" ON "coaches" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "user_roles_billing" ON "user_roles" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "users_read_billing" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "purchases_billing" ON "purchases" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "subscriptions_billing" ON "subscriptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "webhook_events_billing" ON "webhook_events" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "sandbox_checkouts_billing" ON "sandbox_checkouts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "sandbox_invoices_billing" ON "sandbox_invoices" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "sandbox_subscriptions_billing" ON "sandbox_subscriptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
GRANT SELECT, INSERT ON webhook_events TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON purchases, subscriptions, sandbox_checkouts, sandbox_subscriptions, sandbox_invoices
  TO stridewell_app;
