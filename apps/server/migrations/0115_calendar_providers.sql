CREATE TABLE "calendar_sign_ins" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"connection_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_sign_ins_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "calendar_sign_ins_kind_check" CHECK (kind in ('google', 'microsoft'))
);
--> statement-breakpoint
ALTER TABLE "calendar_sign_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_connections" DROP CONSTRAINT "calendar_connections_kind_check";--> statement-breakpoint
ALTER TABLE "calendar_connections" DROP CONSTRAINT "calendar_connections_problem_check";--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD COLUMN "account" text;--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD COLUMN "renewing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calendar_sign_ins" ADD CONSTRAINT "calendar_sign_ins_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_connections_account_index" ON "calendar_connections" USING btree ("account");--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_kind_check" CHECK (kind in ('feed', 'caldav', 'google', 'microsoft'));--> statement-breakpoint
ALTER TABLE "calendar_connections" ADD CONSTRAINT "calendar_connections_problem_check" CHECK (problem in ('sign_in', 'not_caldav', 'unreachable', 'refused', 'not_secure', 'private_address', 'too_many_redirects', 'too_large', 'unreadable', 'too_complex', 'sign_in_again', 'rate_limited', 'not_set_up'));--> statement-breakpoint
CREATE POLICY "calendar_sign_ins_coach" ON "calendar_sign_ins" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON calendar_sign_ins TO stridewell_app;
