CREATE TABLE "adjustment_exceptions" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"guardrails" jsonb NOT NULL,
	CONSTRAINT "adjustment_exceptions_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "adjustment_exceptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "adjustment_guardrails" (
	"coach_id" uuid NOT NULL,
	"guardrails" jsonb NOT NULL,
	CONSTRAINT "adjustment_guardrails_coach_id_pk" PRIMARY KEY("coach_id")
);
--> statement-breakpoint
ALTER TABLE "adjustment_guardrails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "adjustment_reviews" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustment_reviews_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "adjustment_reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "adjustments" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"client_program_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"lines" text[] NOT NULL,
	"change" jsonb NOT NULL,
	"held" text[] NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"program_version" integer NOT NULL,
	"dates" jsonb NOT NULL,
	"decided_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "adjustments_kind_check" CHECK (kind in ('move', 'shorten', 'join', 'swap', 'deload', 'skip')),
	CONSTRAINT "adjustments_status_check" CHECK (status in ('open', 'applied', 'drafted', 'dismissed', 'undone', 'withdrawn')),
	CONSTRAINT "adjustments_decided_check" CHECK (decided_by in ('coach', 'client', 'rules'))
);
--> statement-breakpoint
ALTER TABLE "adjustments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mails" DROP CONSTRAINT "notification_mails_type_check";--> statement-breakpoint
ALTER TABLE "notification_outbox" DROP CONSTRAINT "notification_outbox_type_check";--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_type_check";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type_check";--> statement-breakpoint
ALTER TABLE "client_programs" ADD COLUMN "moved" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "adjustment_exceptions" ADD CONSTRAINT "adjustment_exceptions_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment_guardrails" ADD CONSTRAINT "adjustment_guardrails_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustment_reviews" ADD CONSTRAINT "adjustment_reviews_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustment_reviews_due_index" ON "adjustment_reviews" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "adjustments_cause_index" ON "adjustments" USING btree ("coach_id","client_id","cause");--> statement-breakpoint
CREATE INDEX "adjustments_status_index" ON "adjustments" USING btree ("coach_id","status","created_at");--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed'));--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed'));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned', 'coaching_ended', 'check_in_overdue', 'check_in_reviewed', 'coaching_paused', 'coaching_resumed', 'session_scheduled', 'session_changed', 'session_cancelled', 'session_reminder', 'onboarding_completed', 'program_assigned', 'program_changed', 'pain_flagged', 'workout_comment', 'adjustment_proposed'));--> statement-breakpoint
CREATE POLICY "adjustment_exceptions_coach" ON "adjustment_exceptions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "adjustment_guardrails_coach" ON "adjustment_guardrails" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "adjustment_reviews_coach" ON "adjustment_reviews" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "adjustment_reviews_system" ON "adjustment_reviews" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_adjustments');--> statement-breakpoint
CREATE POLICY "adjustments_coach" ON "adjustments" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "adjustments_client" ON "adjustments" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused', 'archived', 'ended') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and (status = 'applied' or status = 'open' and cardinality(held) > 0));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE ON adjustments, adjustment_guardrails TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON adjustment_exceptions, adjustment_reviews TO stridewell_app;
--> statement-breakpoint
ALTER TABLE adjustments ADD CONSTRAINT adjustments_program_fk FOREIGN KEY (coach_id, client_program_id)
  REFERENCES client_programs (coach_id, id) ON DELETE CASCADE;
--> statement-breakpoint
-- Clients who follow a program already are reviewed at once.
INSERT INTO adjustment_reviews (coach_id, client_id, due_at)
SELECT coach_id, client_id, now() FROM client_programs WHERE end_day >= current_date GROUP BY coach_id, client_id;
