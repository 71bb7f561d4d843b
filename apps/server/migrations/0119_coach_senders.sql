CREATE TABLE "coach_senders" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"domain" text NOT NULL,
	"selector" text NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"spf" text DEFAULT 'unchecked' NOT NULL,
	"dkim" text DEFAULT 'unchecked' NOT NULL,
	"has_dmarc" boolean,
	"is_unreachable" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "coach_senders_spf_check" CHECK (spf in ('unchecked', 'found', 'missing', 'no_include', 'several', 'alias')),
	CONSTRAINT "coach_senders_dkim_check" CHECK (dkim in ('unchecked', 'found', 'missing', 'other_key', 'revoked', 'several')),
	CONSTRAINT "coach_senders_ready_check" CHECK ((waiting_since is null) = (spf = 'found' and dkim = 'found'))
);
--> statement-breakpoint
ALTER TABLE "coach_senders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_senders" ADD CONSTRAINT "coach_senders_coach_id_coach_domains_coach_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coach_domains"("coach_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "coach_senders_coach" ON "coach_senders" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_senders_moved_read" ON "coach_senders" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_domains');--> statement-breakpoint
CREATE POLICY "coach_senders_moved" ON "coach_senders" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_domains');--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON coach_senders TO stridewell_app;
