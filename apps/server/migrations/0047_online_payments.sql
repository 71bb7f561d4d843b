CREATE TABLE "online_checkouts" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"account_id" text NOT NULL,
	"session_id" text,
	"url" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "online_checkouts_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "online_checkouts_status_check" CHECK (status in ('open', 'paid', 'failed', 'expired', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "online_checkouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_accounts" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"is_ready" boolean NOT NULL,
	"missing" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sandbox_invoice_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"coach_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_invoice_checkouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "online_checkouts" ADD CONSTRAINT "online_checkouts_invoice_fk" FOREIGN KEY ("coach_id","invoice_id") REFERENCES "public"."client_invoices"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD CONSTRAINT "payment_accounts_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "online_checkouts_open_index" ON "online_checkouts" USING btree ("coach_id","invoice_id") WHERE status = 'open';--> statement-breakpoint
CREATE POLICY "online_checkouts_coach" ON "online_checkouts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "payment_accounts_coach" ON "payment_accounts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "sandbox_invoice_checkouts_billing" ON "sandbox_invoice_checkouts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON payment_accounts, online_checkouts, sandbox_invoice_checkouts TO stridewell_app;
