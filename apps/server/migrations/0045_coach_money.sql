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
--> statement-breakpoint
-- As before, and the money of a client goes with an account, except for issued invoices and payments.
CREATE OR REPLACE FUNCTION delete_own_account()
 RETURNS TABLE(outcome text, freed_coaches uuid[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $$
DECLARE
  me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  own record;
  freed uuid[] := '{}';
BEGIN
  IF me IS NULL OR current_setting('app.role', true) <> 'user' THEN
    RAISE EXCEPTION 'only a person deletes their own account' USING ERRCODE = '42501';
  END IF;
  -- Of two requests at once the second finds no account.
  PERFORM 1 FROM users WHERE id = me FOR UPDATE;
  IF NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = me) THEN
    RETURN QUERY SELECT 'gone', '{}'::uuid[];
    RETURN;
  END IF;
  IF EXISTS (SELECT 1 FROM subscriptions WHERE user_id = me AND NOT cancel_at_period_end
    AND status NOT IN ('canceled', 'incomplete_expired')) THEN
    RETURN QUERY SELECT 'subscribed', '{}'::uuid[];
    RETURN;
  END IF;

  -- As a client of others.
  FOR own IN SELECT o.coach_id, o.client_id, o.status FROM coachings o WHERE o.user_id = me
    ORDER BY o.coach_id, o.client_id LOOP
    IF own.status IN ('active', 'paused') THEN
      freed := freed || own.coach_id;
      INSERT INTO notifications (user_id, id, type, title, message, metadata)
      VALUES (own.coach_id, gen_random_uuid(), 'coaching_ended', 'A client left',
        'A client deleted their account. Their history stays with you, without their name.',
        json_build_object('coach_id', own.coach_id)::jsonb);
    END IF;
    DELETE FROM notifications WHERE user_id = own.coach_id AND metadata ->> 'client_id' = own.client_id::text;
    UPDATE coach_sessions SET client_name = 'Former client'
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE session_series SET client_name = 'Former client'
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND NOT ended;
    DELETE FROM invitations WHERE coach_id = own.coach_id AND client_id = own.client_id;
    -- A picture shows who a person is, no matter who took it. Once the coach has gone as well, no reader is left.
    UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch'
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND (uploaded_by = me
      OR purpose IN ('photo', 'avatar') OR NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = own.coach_id));
    UPDATE check_ins c SET answers = (
      SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}') FROM jsonb_each(c.answers) one
      WHERE NOT jsonb_path_exists(one.value, '$[*].fileId'))
    WHERE c.coach_id = own.coach_id AND c.client_id = own.client_id
      AND jsonb_path_exists(c.answers, '$.*[*].fileId');
    DELETE FROM health_screens WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE workout_logs SET head = jsonb_set(head, '{pains}', '[]'), pains = 0
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND head -> 'pains' <> '[]';
    DELETE FROM planner_drafts WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE leads SET name = 'Former client', email = '', phone = '', phone_key = '', notes = ''
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE lead_events e SET title = '', text = '' FROM leads l WHERE l.coach_id = own.coach_id
      AND l.client_id = own.client_id AND e.coach_id = l.coach_id AND e.lead_id = l.id;
    DELETE FROM lead_tasks t USING leads l WHERE l.coach_id = own.coach_id AND l.client_id = own.client_id
      AND t.coach_id = l.coach_id AND t.lead_id = l.id;
    PERFORM end_subscriptions_of(own.coach_id, own.client_id);
    DELETE FROM client_invoices WHERE coach_id = own.coach_id AND client_id = own.client_id AND number IS NULL;
    UPDATE client_invoices SET client_name = 'Former client', note = ''
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE client_payments SET note = '' WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM consents WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_records WHERE coach_id = own.coach_id AND client_id = own.client_id;
    IF own.status <> 'ended' THEN
      INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      VALUES (own.coach_id, gen_random_uuid(), own.client_id, 'relationship.ended', own.client_id, 'client', now());
    END IF;
    PERFORM forget_files(own.coach_id);
    UPDATE client_coach_relationships SET status = 'ended', person_id = NULL, full_name = 'Former client',
      email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
  END LOOP;
  UPDATE coachings SET user_id = NULL, status = 'ended', photo_id = NULL WHERE user_id = me;
  DELETE FROM current_coaches WHERE user_id = me;
  DELETE FROM verifications WHERE value = me::text;

  IF NOT EXISTS (SELECT 1 FROM coaches WHERE id = me) THEN
    DELETE FROM users WHERE id = me;
    RETURN QUERY SELECT 'deleted', freed;
    RETURN;
  END IF;

  -- As a coach: clients keep reading their own history, so the tenant stays, without its owner and their own notes.
  INSERT INTO notifications (user_id, id, type, title, message, metadata)
  SELECT r.person_id, gen_random_uuid(), 'coaching_ended', 'Your coaching has ended',
    'Your coach has left. Everything you did together stays here for you to read.',
    json_build_object('coach_id', me, 'client_id', r.client_id)::jsonb
  FROM client_coach_relationships r WHERE r.coach_id = me AND r.status IN ('active', 'paused') AND r.person_id IS NOT NULL;
  DELETE FROM invitations WHERE coach_id = me;
  -- For the clients, another coaching that continues takes the place of this one.
  UPDATE current_coaches p SET coach_id = other.coach_id FROM (
    SELECT DISTINCT ON (c.user_id) c.user_id, c.coach_id
    FROM coachings mine JOIN coachings c ON c.user_id = mine.user_id
    WHERE mine.coach_id = me AND mine.status IN ('active', 'paused') AND c.coach_id <> me
      AND c.status IN ('active', 'paused')
    ORDER BY c.user_id, c.accepted_at DESC
  ) other WHERE p.user_id = other.user_id AND p.coach_id = me;
  DELETE FROM current_coaches p USING coachings mine
  WHERE mine.coach_id = me AND mine.status IN ('active', 'paused') AND p.user_id = mine.user_id AND p.coach_id = me;
  INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
  SELECT me, gen_random_uuid(), r.client_id, 'relationship.ended', r.client_id, 'coach', now()
  FROM client_coach_relationships r WHERE r.coach_id = me AND r.status <> 'ended';
  UPDATE session_series SET client_name = 'Former client' FROM client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND session_series.coach_id = me
    AND session_series.client_id = r.client_id AND NOT session_series.ended;
  UPDATE client_coach_relationships SET status = 'ended' WHERE coach_id = me;
  -- Of clients without an account, about whom no reader is left.
  UPDATE files f SET attached_at = NULL, status = 'pending', created_at = 'epoch' FROM client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND f.coach_id = me AND f.client_id = r.client_id;
  DELETE FROM health_screens h USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND h.coach_id = me AND h.client_id = r.client_id;
  DELETE FROM consents c USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND c.coach_id = me AND c.client_id = r.client_id;
  DELETE FROM client_records d USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND d.coach_id = me AND d.client_id = r.client_id;
  UPDATE client_coach_relationships SET full_name = 'Former client', goal = NULL,
    email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
  WHERE coach_id = me AND person_id IS NULL;
  UPDATE coachings SET status = 'ended', invited_email = NULL, invited_until = NULL,
    photo_id = CASE WHEN user_id IS NOT NULL THEN photo_id END
  WHERE coach_id = me;
  DELETE FROM leads WHERE coach_id = me;
  DELETE FROM lead_forms WHERE coach_id = me;
  DELETE FROM planner_drafts WHERE coach_id = me;
  DELETE FROM model_calls WHERE coach_id = me;
  -- Clients keep their invoices and payments. Of clients without an account, about whom no reader is left, nothing stays.
  PERFORM end_subscriptions_of(me, r.client_id) FROM client_coach_relationships r WHERE r.coach_id = me;
  DELETE FROM payment_refunds p USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND p.coach_id = me AND p.client_id = r.client_id;
  DELETE FROM client_payments p USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND p.coach_id = me AND p.client_id = r.client_id;
  DELETE FROM client_invoices i USING client_coach_relationships r
  WHERE r.coach_id = me AND i.coach_id = me AND i.client_id = r.client_id AND (r.person_id IS NULL OR i.number IS NULL);
  UPDATE client_payments SET note = '' WHERE coach_id = me;
  DELETE FROM subscription_changes WHERE coach_id = me;
  DELETE FROM client_subscriptions s USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND s.coach_id = me AND s.client_id = r.client_id;
  UPDATE client_subscriptions SET package_id = NULL WHERE coach_id = me;
  DELETE FROM packages WHERE coach_id = me;
  DELETE FROM invoice_settings WHERE coach_id = me;
  DELETE FROM invoice_counters WHERE coach_id = me;
  DELETE FROM ledger_entries WHERE coach_id = me;
  DELETE FROM client_metrics WHERE coach_id = me;
  DELETE FROM pipeline_metrics WHERE coach_id = me;
  DELETE FROM dismissed_follow_ups WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
  UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch' WHERE coach_id = me AND client_id IS NULL;
  PERFORM forget_files(me);
  DELETE FROM client_notes WHERE coach_id = me;
  DELETE FROM check_in_quick_replies WHERE coach_id = me;
  DELETE FROM coach_availability WHERE coach_id = me;
  DELETE FROM coach_setups WHERE coach_id = me;
  DELETE FROM coach_sessions WHERE coach_id = me AND session_date > now();
  UPDATE coaches SET full_name = 'Former coach', status = 'suspended' WHERE id = me;
  DELETE FROM clients WHERE id = me;
  DELETE FROM user_roles WHERE user_id = me;
  DELETE FROM notification_mails WHERE user_id = me;
  DELETE FROM notification_preferences WHERE user_id = me;
  DELETE FROM notifications WHERE user_id = me;
  DELETE FROM preferences WHERE user_id = me;
  DELETE FROM two_factors WHERE user_id = me;
  DELETE FROM accounts WHERE user_id = me;
  DELETE FROM sessions WHERE user_id = me;
  UPDATE users SET email = 'deleted-' || id || '@deleted.invalid', full_name = 'Former coach', image = NULL,
    email_verified = false, two_factor_enabled = false, plan = NULL, plan_intent = NULL
  WHERE id = me;
  RETURN QUERY SELECT 'deleted', freed;
END $$;
