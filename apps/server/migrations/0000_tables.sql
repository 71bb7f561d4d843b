CREATE TABLE "coach_sessions" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid,
	"client_name" text NOT NULL,
	"session_date" timestamp (3) with time zone NOT NULL,
	"session_type" text NOT NULL,
	"location" text,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coach_sessions_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "coach_sessions_status_check" CHECK (status in ('scheduled', 'completed'))
);
--> statement-breakpoint
ALTER TABLE "coach_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "check_ins" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"day" date NOT NULL,
	"weight_kg" numeric(5, 2),
	"adherence" integer NOT NULL,
	"energy" integer NOT NULL,
	"sleep_hours" numeric(4, 2),
	"note" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "check_ins_coach_id_id_pk" PRIMARY KEY("coach_id","id")
);
--> statement-breakpoint
ALTER TABLE "check_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"avatar" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"token_digest" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_coach_relationships" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"person_id" uuid,
	"status" text DEFAULT 'invited' NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"goal" text,
	"onboarding_completed" boolean DEFAULT false NOT NULL,
	"check_in_anchor" date,
	"check_in_interval_days" integer DEFAULT 7 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	CONSTRAINT "client_coach_relationships_coach_id_client_id_pk" PRIMARY KEY("coach_id","client_id"),
	CONSTRAINT "relationships_status_check" CHECK (status in ('invited', 'active', 'paused', 'archived', 'ended')),
	CONSTRAINT "relationships_interval_check" CHECK (check_in_interval_days >= 1)
);
--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "coaches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"full_name" text NOT NULL,
	"time_zone" text DEFAULT 'America/Los_Angeles' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coaches_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "coaches_status_check" CHECK (status in ('pending', 'approved', 'active', 'inactive', 'rejected', 'suspended')),
	CONSTRAINT "coaches_id_is_user_id" CHECK (id = user_id)
);
--> statement-breakpoint
ALTER TABLE "coaches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "dismissed_follow_ups" (
	"coach_id" uuid NOT NULL,
	"day" date NOT NULL,
	"client_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dismissed_follow_ups_coach_id_day_client_id_pk" PRIMARY KEY("coach_id","day","client_id")
);
--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"unit_system" text DEFAULT 'metric' NOT NULL,
	"time_zone" text DEFAULT 'America/Los_Angeles' NOT NULL,
	CONSTRAINT "preferences_unit_system_check" CHECK (unit_system in ('metric', 'imperial'))
);
--> statement-breakpoint
ALTER TABLE "preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "user_roles_role_check" CHECK (role in ('Operator', 'Coach-Base', 'Coach-Plus', 'Coach-Pro', 'Client'))
);
--> statement-breakpoint
ALTER TABLE "user_roles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"full_name" text NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"plan_intent" text,
	"checkout_session_id" text,
	"plan" text,
	"included_clients" integer DEFAULT 5 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"stripe_customer_id" text,
	"subscription_status" text DEFAULT 'active' NOT NULL,
	"grace_until" timestamp (3) with time zone,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_plan_check" CHECK (plan in ('base', 'plus', 'pro'))
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "client_metrics" (
	"coach_id" uuid NOT NULL,
	"date" date NOT NULL,
	"total_active_clients" integer NOT NULL,
	"clients_on_track" integer NOT NULL,
	"workout_adherence" integer,
	"most_consistent_client_name" text,
	"most_consistent_client_streak" integer NOT NULL,
	"clients_change" integer NOT NULL,
	CONSTRAINT "client_metrics_coach_id_date_pk" PRIMARY KEY("coach_id","date")
);
--> statement-breakpoint
ALTER TABLE "client_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"occurred_on" date NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "ledger_entries_kind_check" CHECK (kind in ('revenue', 'expense')),
	CONSTRAINT "ledger_entries_amount_check" CHECK (amount_cents > 0)
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pipeline_metrics" (
	"coach_id" uuid NOT NULL,
	"date" date NOT NULL,
	"leads" integer NOT NULL,
	"trials" integer NOT NULL,
	"paid_clients" integer NOT NULL,
	"conversion_rate" integer NOT NULL,
	CONSTRAINT "pipeline_metrics_coach_id_date_pk" PRIMARY KEY("coach_id","date")
);
--> statement-breakpoint
ALTER TABLE "pipeline_metrics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"metadata" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_user_id_id_pk" PRIMARY KEY("user_id","id"),
	CONSTRAINT "notifications_type_check" CHECK (type in ('check_in_completed', 'check_in_due', 'message_received', 'client_assigned', 'coach_assigned'))
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leads" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"source" text NOT NULL,
	"last_contact" date,
	"trial_started_on" date,
	"closed_on" date,
	"client_id" uuid,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leads_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "leads_status_check" CHECK (status in ('new', 'pitched'))
);
--> statement-breakpoint
ALTER TABLE "leads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coach_sessions" ADD CONSTRAINT "coach_sessions_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD CONSTRAINT "client_coach_relationships_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD CONSTRAINT "client_coach_relationships_person_id_clients_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coaches" ADD CONSTRAINT "coaches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" ADD CONSTRAINT "dismissed_follow_ups_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_metrics" ADD CONSTRAINT "client_metrics_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pipeline_metrics" ADD CONSTRAINT "pipeline_metrics_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coach_sessions_date_index" ON "coach_sessions" USING btree ("coach_id","session_date");--> statement-breakpoint
CREATE INDEX "check_ins_client_index" ON "check_ins" USING btree ("coach_id","client_id","submitted_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "relationships_email_index" ON "client_coach_relationships" USING btree ("coach_id","email");--> statement-breakpoint
CREATE INDEX "relationships_person_index" ON "client_coach_relationships" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "accounts_user_id_index" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "ledger_entries_day_index" ON "ledger_entries" USING btree ("coach_id","occurred_on");--> statement-breakpoint
CREATE INDEX "notifications_newest_index" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_created_index" ON "leads" USING btree ("coach_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_mails_newest_index" ON "outbox_mails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_limits_reset_index" ON "rate_limits" USING btree ("reset_at");--> statement-breakpoint
CREATE POLICY "coach_sessions_coach" ON "coach_sessions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coach_sessions_client" ON "coach_sessions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_sessions.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and coach_sessions.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = coach_sessions.coach_id
  and r.client_id = coach_sessions.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "check_ins_coach" ON "check_ins" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_ins_client_read" ON "check_ins" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "check_ins_client_write" ON "check_ins" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "clients_own" ON "clients" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (id = nullif(current_setting('app.user_id', true), '')::uuid and current_setting('app.role', true) in ('user', 'client')) WITH CHECK (id = nullif(current_setting('app.user_id', true), '')::uuid and current_setting('app.role', true) in ('user', 'client'));--> statement-breakpoint
CREATE POLICY "clients_invited" ON "clients" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and exists (select 1 from users u where u.id = clients.id and u.email = r.email))) WITH CHECK (current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and exists (select 1 from users u where u.id = clients.id and u.email = r.email)));--> statement-breakpoint
CREATE POLICY "clients_read_by_coach" ON "clients" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.person_id = clients.id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "invitations_coach" ON "invitations" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_invitation" ON "invitations" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and invitations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and invitations.client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "invitations_accept" ON "invitations" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and invitations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and invitations.client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_invitation' and invitations.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and invitations.client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_coach" ON "client_coach_relationships" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_client" ON "client_coach_relationships" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid and person_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_invitation" ON "client_coach_relationships" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and client_coach_relationships.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_coach_relationships.client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "relationships_accept" ON "client_coach_relationships" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and client_coach_relationships.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_coach_relationships.client_id = nullif(current_setting('app.client_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'system_invitation' and client_coach_relationships.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_coach_relationships.client_id = nullif(current_setting('app.client_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coaches_read" ON "coaches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (id = nullif(current_setting('app.user_id', true), '')::uuid or id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "coaches_identity" ON "coaches" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity') WITH CHECK (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "dismissed_follow_ups_coach" ON "dismissed_follow_ups" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "accounts_auth_library" ON "accounts" AS PERMISSIVE FOR ALL TO "stridewell_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "preferences_own" ON "preferences" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "preferences_invited" ON "preferences" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = preferences.user_id)) WITH CHECK (current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = preferences.user_id));--> statement-breakpoint
CREATE POLICY "sessions_auth_library" ON "sessions" AS PERMISSIVE FOR ALL TO "stridewell_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "user_roles_read_own" ON "user_roles" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "user_roles_identity" ON "user_roles" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity') WITH CHECK (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "user_roles_invited" ON "user_roles" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (role = 'Client' and current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.person_id = user_roles.user_id));--> statement-breakpoint
CREATE POLICY "users_read_own" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "users_read_identity" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "users_read_invited" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_invitation' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
  and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.email = users.email));--> statement-breakpoint
CREATE POLICY "users_write_billing" ON "users" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_billing') WITH CHECK (current_setting('app.role', true) = 'system_billing');--> statement-breakpoint
CREATE POLICY "users_auth_library_read" ON "users" AS PERMISSIVE FOR SELECT TO "stridewell_auth" USING (true);--> statement-breakpoint
CREATE POLICY "users_auth_library_update" ON "users" AS PERMISSIVE FOR UPDATE TO "stridewell_auth" USING (true);--> statement-breakpoint
CREATE POLICY "users_auth_library_delete" ON "users" AS PERMISSIVE FOR DELETE TO "stridewell_auth" USING (true);--> statement-breakpoint
CREATE POLICY "users_auth_library_insert" ON "users" AS PERMISSIVE FOR INSERT TO "stridewell_auth" WITH CHECK (plan is null and not is_demo and stripe_customer_id is null and grace_until is null
  and included_clients = 5 and subscription_status = 'active');--> statement-breakpoint
CREATE POLICY "verifications_auth_library" ON "verifications" AS PERMISSIVE FOR ALL TO "stridewell_auth" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_metrics_coach" ON "client_metrics" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "ledger_entries_coach" ON "ledger_entries" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "pipeline_metrics_coach" ON "pipeline_metrics" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notifications_own" ON "notifications" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (user_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "notifications_tell_client" ON "notifications" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'coach' or current_setting('app.role', true) = 'system_invitation') and exists (select 1 from client_coach_relationships r
      where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.person_id = notifications.user_id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "notifications_tell_coach" ON "notifications" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'client' or current_setting('app.role', true) = 'system_invitation') and user_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "leads_coach" ON "leads" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "outbox_mails_mail" ON "outbox_mails" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_mail') WITH CHECK (current_setting('app.role', true) = 'system_mail');--> statement-breakpoint
CREATE POLICY "rate_limits_limiter" ON "rate_limits" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'system_limiter') WITH CHECK (current_setting('app.role', true) = 'system_limiter');