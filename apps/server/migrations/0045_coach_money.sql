CREATE TABLE "client_invoices" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"number" integer,
	"label" text DEFAULT '' NOT NULL,
	"issued_on" date,
	"due_on" date,
	"voided_on" date,
	"void_reason" text DEFAULT '' NOT NULL,
	"subscription_id" uuid,
	"period_from" date,
	"period_to" date,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"tax_label" text NOT NULL,
	"tax_rate" integer NOT NULL,
	"tax_included" boolean NOT NULL,
	"net_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"client_name" text NOT NULL,
	"issuer" jsonb,
	"reminders" integer DEFAULT 0 NOT NULL,
	"reminders_paused" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_invoices_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "client_invoices_issued_check" CHECK ((number is null) = (issued_on is null)),
	CONSTRAINT "client_invoices_total_check" CHECK (total_cents > 0 and net_cents + tax_cents = total_cents),
	CONSTRAINT "client_invoices_paid_check" CHECK (paid_cents between 0 and total_cents and refunded_cents between 0 and paid_cents)
);
--> statement-breakpoint
ALTER TABLE "client_invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_payments" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"invoice_id" uuid,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"provider_reference" text,
	"paid_on" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_payments_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "client_payments_method_check" CHECK (method in ('bank_transfer', 'cash', 'card_terminal', 'online', 'other')),
	CONSTRAINT "client_payments_status_check" CHECK (status in ('succeeded', 'failed', 'void')),
	CONSTRAINT "client_payments_amount_check" CHECK (amount_cents > 0 and refunded_cents between 0 and amount_cents),
	CONSTRAINT "client_payments_refund_check" CHECK (status = 'succeeded' or refunded_cents = 0)
);
--> statement-breakpoint
ALTER TABLE "client_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_subscriptions" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"package_id" uuid,
	"name" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"paused" boolean DEFAULT false NOT NULL,
	"anchor_on" date NOT NULL,
	"period" integer DEFAULT 0 NOT NULL,
	"next_due_on" date,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_subscriptions_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "client_subscriptions_interval_check" CHECK (interval in ('week', 'two_weeks', 'month', 'three_months', 'year')),
	CONSTRAINT "client_subscriptions_amount_check" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "client_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"coach_id" uuid NOT NULL,
	"series" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "invoice_counters_coach_id_series_pk" PRIMARY KEY("coach_id","series")
);
--> statement-breakpoint
ALTER TABLE "invoice_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_settings" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"address" text NOT NULL,
	"tax_id" text NOT NULL,
	"tax_label" text NOT NULL,
	"tax_rate" integer NOT NULL,
	"tax_included" boolean NOT NULL,
	"term_days" integer NOT NULL,
	"prefix" text NOT NULL,
	"instructions" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invoice_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "packages" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "packages_interval_check" CHECK (interval in ('once', 'week', 'two_weeks', 'month', 'three_months', 'year')),
	CONSTRAINT "packages_amount_check" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "packages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"refunded_on" date NOT NULL,
	"reason" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_refunds_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "payment_refunds_amount_check" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_refunds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"coach_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"client_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"effective_on" date NOT NULL,
	"currency" text NOT NULL,
	"monthly_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_changes_coach_id_subscription_id_number_pk" PRIMARY KEY("coach_id","subscription_id","number"),
	CONSTRAINT "subscription_changes_kind_check" CHECK (kind in ('started', 'changed', 'paused', 'resumed', 'ended')),
	CONSTRAINT "subscription_changes_amount_check" CHECK (monthly_cents >= 0)
);
--> statement-breakpoint
ALTER TABLE "subscription_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "client_invoices" ADD CONSTRAINT "client_invoices_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_invoices" ADD CONSTRAINT "client_invoices_subscription_fk" FOREIGN KEY ("coach_id","subscription_id") REFERENCES "public"."client_subscriptions"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_payments" ADD CONSTRAINT "client_payments_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_payments" ADD CONSTRAINT "client_payments_invoice_fk" FOREIGN KEY ("coach_id","invoice_id") REFERENCES "public"."client_invoices"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_subscriptions" ADD CONSTRAINT "client_subscriptions_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_subscriptions" ADD CONSTRAINT "client_subscriptions_package_fk" FOREIGN KEY ("coach_id","package_id") REFERENCES "public"."packages"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_settings" ADD CONSTRAINT "invoice_settings_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_fk" FOREIGN KEY ("coach_id","payment_id") REFERENCES "public"."client_payments"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_client_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_subscription_fk" FOREIGN KEY ("coach_id","subscription_id") REFERENCES "public"."client_subscriptions"("coach_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_invoices_number_index" ON "client_invoices" USING btree ("coach_id","number") WHERE number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "client_invoices_period_index" ON "client_invoices" USING btree ("coach_id","subscription_id","period_from") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "client_invoices_client_index" ON "client_invoices" USING btree ("coach_id","client_id","created_at");--> statement-breakpoint
CREATE INDEX "client_invoices_newest_index" ON "client_invoices" USING btree ("coach_id","created_at","id");--> statement-breakpoint
CREATE INDEX "client_invoices_owed_index" ON "client_invoices" USING btree ("coach_id","due_on") WHERE issued_on is not null and voided_on is null and paid_cents < total_cents;--> statement-breakpoint
CREATE INDEX "client_invoices_reminder_index" ON "client_invoices" USING btree ("due_on") WHERE issued_on is not null and voided_on is null and paid_cents < total_cents and not reminders_paused and reminders < 3;--> statement-breakpoint
CREATE UNIQUE INDEX "client_payments_reference_index" ON "client_payments" USING btree ("coach_id","provider_reference") WHERE provider_reference is not null;--> statement-breakpoint
CREATE INDEX "client_payments_client_index" ON "client_payments" USING btree ("coach_id","client_id","paid_on");--> statement-breakpoint
CREATE INDEX "client_payments_day_index" ON "client_payments" USING btree ("coach_id","paid_on","id");--> statement-breakpoint
CREATE INDEX "client_payments_invoice_index" ON "client_payments" USING btree ("coach_id","invoice_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "client_subscriptions_client_index" ON "client_subscriptions" USING btree ("coach_id","client_id");--> statement-breakpoint
CREATE INDEX "client_subscriptions_due_index" ON "client_subscriptions" USING btree ("next_due_on") WHERE next_due_on is not null;--> statement-breakpoint
CREATE INDEX "payment_refunds_payment_index" ON "payment_refunds" USING btree ("coach_id","payment_id");--> statement-breakpoint
CREATE INDEX "subscription_changes_day_index" ON "subscription_changes" USING btree ("coach_id","effective_on");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed', 'lead_captured', 'invoice_issued', 'payment_overdue', 'payment_failed'));--> statement-breakpoint
CREATE POLICY "client_invoices_read" ON "client_invoices" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_invoices_add" ON "client_invoices" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_invoices_change" ON "client_invoices" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_invoices_drop" ON "client_invoices" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and issued_on is null);--> statement-breakpoint
CREATE POLICY "client_invoices_client" ON "client_invoices" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and issued_on is not null);--> statement-breakpoint
CREATE POLICY "client_invoices_system" ON "client_invoices" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_money');--> statement-breakpoint
CREATE POLICY "client_payments_coach" ON "client_payments" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_payments_client" ON "client_payments" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and status <> 'void');--> statement-breakpoint
CREATE POLICY "client_subscriptions_coach" ON "client_subscriptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_subscriptions_client" ON "client_subscriptions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "client_subscriptions_system" ON "client_subscriptions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_money');--> statement-breakpoint
CREATE POLICY "invoice_counters_coach" ON "invoice_counters" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invoice_settings_coach" ON "invoice_settings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "packages_coach" ON "packages" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_refunds_read" ON "payment_refunds" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_refunds_record" ON "payment_refunds" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_refunds_client" ON "payment_refunds" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscription_changes_read" ON "subscription_changes" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "subscription_changes_record" ON "subscription_changes" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON packages, client_subscriptions, invoice_settings, invoice_counters, client_payments TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON subscription_changes, payment_refunds TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON client_invoices TO stridewell_app;
--> statement-breakpoint
-- Ends what a client pays regularly, today in the zone of the coach.
CREATE FUNCTION end_subscriptions_of(coach uuid, client uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  today date;
BEGIN
  SELECT (now() AT TIME ZONE c.time_zone)::date INTO today FROM coaches c WHERE c.id = coach;
  INSERT INTO subscription_changes
    (coach_id, subscription_id, number, client_id, kind, effective_on, currency, monthly_cents)
  SELECT s.coach_id, s.id, s.version + 1, s.client_id, 'ended', greatest(today, s.starts_on), s.currency, 0
  FROM client_subscriptions s
  WHERE s.coach_id = coach AND s.client_id = client AND (s.ends_on IS NULL OR s.ends_on > today);
  UPDATE client_subscriptions SET ends_on = today, next_due_on = NULL, version = version + 1
  WHERE coach_id = coach AND client_id = client AND (ends_on IS NULL OR ends_on > today);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_subscriptions_of(uuid, uuid) FROM PUBLIC;
