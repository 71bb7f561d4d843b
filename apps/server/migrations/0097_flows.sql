CREATE TABLE "flow_messages" (
	"coach_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone,
	CONSTRAINT "flow_messages_coach_id_run_id_step_id_pk" PRIMARY KEY("coach_id","run_id","step_id"),
	CONSTRAINT "flow_messages_sent_key" UNIQUE("coach_id","client_id","sent_at"),
	CONSTRAINT "flow_messages_previous_key" UNIQUE NULLS NOT DISTINCT("coach_id","client_id","previous_at"),
	CONSTRAINT "flow_messages_cap_check" CHECK (sent_at - previous_at >= interval '168 hours')
);
--> statement-breakpoint
ALTER TABLE "flow_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flow_runs" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"started_on" date NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"step_id" uuid,
	"due_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"stopped" text,
	"ended_at" timestamp (3) with time zone,
	"counted_from" timestamp (3) with time zone,
	"outcome" text,
	CONSTRAINT "flow_runs_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "flow_runs_state_check" CHECK (state in ('open', 'done', 'stopped', 'held_out')),
	CONSTRAINT "flow_runs_stopped_check" CHECK (stopped in ('came_back', 'condition', 'turned_off', 'changed', 'plan', 'paused', 'ended', 'not_covered', 'opted_out', 'objected', 'payment', 'unread')),
	CONSTRAINT "flow_runs_outcome_check" CHECK (outcome in ('back', 'not_back', 'left', 'unknown')),
	CONSTRAINT "flow_runs_due_check" CHECK ((state = 'open') = (due_at is not null and step_id is not null)),
	CONSTRAINT "flow_runs_reason_check" CHECK ((state = 'stopped') = (stopped is not null))
);
--> statement-breakpoint
ALTER TABLE "flow_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "flows" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"trigger" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"quiet_from" smallint NOT NULL,
	"quiet_until" smallint NOT NULL,
	"hold_out" smallint NOT NULL,
	"is_on" boolean NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "flows_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "flows_kind_check" CHECK (kind in ('reengagement')),
	CONSTRAINT "flows_quiet_check" CHECK (quiet_from between 12 and 21 and quiet_until between 8 and 11),
	CONSTRAINT "flows_hold_out_check" CHECK (hold_out = 0 or hold_out between 10 and 20)
);
--> statement-breakpoint
ALTER TABLE "flows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "coachings" ADD COLUMN "automatic_stopped_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "flow_messages" ADD CONSTRAINT "flow_messages_run_fk" FOREIGN KEY ("coach_id","run_id") REFERENCES "public"."flow_runs"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_messages" ADD CONSTRAINT "flow_messages_previous_fk" FOREIGN KEY ("coach_id","client_id","previous_at") REFERENCES "public"."flow_messages"("coach_id","client_id","sent_at") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_flow_fk" FOREIGN KEY ("coach_id","flow_id") REFERENCES "public"."flows"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flows" ADD CONSTRAINT "flows_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_runs_cause_index" ON "flow_runs" USING btree ("coach_id","flow_id","client_id","cause");--> statement-breakpoint
CREATE INDEX "flow_runs_client_index" ON "flow_runs" USING btree ("coach_id","client_id");--> statement-breakpoint
CREATE INDEX "flow_runs_newest_index" ON "flow_runs" USING btree ("coach_id","started_at","id");--> statement-breakpoint
CREATE INDEX "flow_runs_due_index" ON "flow_runs" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE POLICY "flow_messages_coach" ON "flow_messages" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "flow_runs_coach" ON "flow_runs" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "flow_runs_system" ON "flow_runs" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_flows');--> statement-breakpoint
CREATE POLICY "flows_coach" ON "flows" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "flows_system" ON "flows" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_flows');--> statement-breakpoint
ALTER POLICY "messages_client_write" ON "messages" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and sender = 'client' and not automatic);--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, UPDATE, DELETE ON flows TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON flow_runs TO stridewell_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON flow_messages TO stridewell_app;
