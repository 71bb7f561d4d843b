CREATE TABLE "contact_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"form_data" jsonb NOT NULL,
	"security" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contact_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "demo_bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"time_zone" text NOT NULL,
	"answers" text NOT NULL,
	"status" text DEFAULT 'booked' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"token_digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_bookings_status_check" CHECK (status in ('booked', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "demo_bookings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"social_proof" text NOT NULL,
	"coaching_experience" text DEFAULT '<6 months' NOT NULL,
	"interest_reason" text NOT NULL,
	"monthly_clients" integer DEFAULT 1 NOT NULL,
	"time_suck" text NOT NULL,
	"tools_used" text NOT NULL,
	"success_vision" text NOT NULL,
	"feedback_willing" boolean DEFAULT true NOT NULL,
	"commitment_level" integer DEFAULT 3 NOT NULL,
	"form_source" text NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "form_submissions_experience_check" CHECK (coaching_experience in ('<6 months', '1-3 years', '3+ years'))
);
--> statement-breakpoint
ALTER TABLE "form_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "demo_bookings_start_index" ON "demo_bookings" USING btree ("starts_at") WHERE status = 'booked';--> statement-breakpoint
CREATE POLICY "contact_submissions_site" ON "contact_submissions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "contact_submissions_operator" ON "contact_submissions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "demo_bookings_site" ON "demo_bookings" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "demo_bookings_operator" ON "demo_bookings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "form_submissions_site" ON "form_submissions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "form_submissions_operator" ON "form_submissions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
GRANT SELECT, INSERT ON contact_submissions TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON form_submissions, demo_bookings TO stridewell_app;
