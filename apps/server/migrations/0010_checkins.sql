CREATE TABLE "check_in_quick_replies" (
	"coach_id" uuid PRIMARY KEY NOT NULL,
	"replies" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "check_in_quick_replies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "check_in_reminders" (
	"coach_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"due_day" date NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "check_in_reminders_coach_id_client_id_due_day_kind_pk" PRIMARY KEY("coach_id","client_id","due_day","kind"),
	CONSTRAINT "check_in_reminders_kind_check" CHECK (kind in ('due', 'overdue'))
);
--> statement-breakpoint
ALTER TABLE "check_in_reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "check_in_template_versions" (
	"coach_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"questions" jsonb NOT NULL,
	CONSTRAINT "check_in_template_versions_coach_id_template_id_version_pk" PRIMARY KEY("coach_id","template_id","version")
);
--> statement-breakpoint
ALTER TABLE "check_in_template_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "check_in_templates" (
	"coach_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_in_templates_coach_id_id_pk" PRIMARY KEY("coach_id","id"),
	CONSTRAINT "check_in_templates_default_check" CHECK (not (is_default and archived))
);
--> statement-breakpoint
ALTER TABLE "check_in_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "adherence" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ALTER COLUMN "energy" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" drop column "check_in_due_on";--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "template_id" uuid;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "by_coach" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD COLUMN "reviewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_weekdays" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_time_zone" text;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_pauses" datemultirange DEFAULT '{}'::datemultirange NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_template_id" uuid;--> statement-breakpoint
-- The first due day after the newest check-in, as `checkInState` of the contract says; null without a schedule, and while
-- nobody knows when a pause ends.
CREATE FUNCTION next_check_in_due(anchor date, every integer, weekdays integer[], pauses datemultirange, last_day date)
RETURNS date LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
DECLARE
  due date := anchor;
  pause daterange;
  first_done boolean := last_day IS NULL OR last_day < anchor - every;
BEGIN
  LOOP
    IF due IS NULL THEN RETURN NULL; END IF;
    IF cardinality(weekdays) = 0 THEN
      due := anchor + ((due - anchor + every - 1) / every) * every;
    ELSE
      due := due + (SELECT min((w - extract(isodow FROM due)::integer + 7) % 7) FROM unnest(weekdays) w);
    END IF;
    SELECT p INTO pause FROM unnest(pauses) p WHERE due <@ p;
    IF FOUND THEN
      due := upper(pause);
    ELSIF first_done THEN
      RETURN due;
    ELSE
      -- A check-in shortly before the first due day completes the first period.
      first_done := true;
      due := greatest(due, last_day) + 1;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION next_check_in_due(date, integer, integer[], datemultirange, date) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION next_check_in_due(date, integer, integer[], datemultirange, date) TO stridewell_app;
--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_due_on" date GENERATED ALWAYS AS (next_check_in_due(check_in_anchor, check_in_interval_days, check_in_weekdays, check_in_pauses, last_check_in_day)) STORED;--> statement-breakpoint
ALTER TABLE "check_in_quick_replies" ADD CONSTRAINT "check_in_quick_replies_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_reminders" ADD CONSTRAINT "check_in_reminders_coach_id_client_id_client_coach_relationships_coach_id_client_id_fk" FOREIGN KEY ("coach_id","client_id") REFERENCES "public"."client_coach_relationships"("coach_id","client_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_template_versions" ADD CONSTRAINT "check_in_template_versions_coach_id_template_id_check_in_templates_coach_id_id_fk" FOREIGN KEY ("coach_id","template_id") REFERENCES "public"."check_in_templates"("coach_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_in_templates" ADD CONSTRAINT "check_in_templates_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "check_in_templates_default_index" ON "check_in_templates" USING btree ("coach_id") WHERE is_default;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_template_fk" FOREIGN KEY ("coach_id","template_id","template_version") REFERENCES "public"."check_in_template_versions"("coach_id","template_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_ins_unreviewed_index" ON "check_ins" USING btree ("coach_id","submitted_at","id") WHERE reviewed_at is null;--> statement-breakpoint
CREATE INDEX "relationships_due_index" ON "client_coach_relationships" USING btree ("check_in_due_on") WHERE status = 'active';--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_template_check" CHECK ((template_id is null) = (template_version is null));--> statement-breakpoint
CREATE POLICY "relationships_reminders" ON "client_coach_relationships" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_checkins');--> statement-breakpoint
CREATE POLICY "coaches_reminders" ON "coaches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_checkins');--> statement-breakpoint
CREATE POLICY "preferences_read_by_coach" ON "preferences" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and exists (select 1 from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid
      and r.person_id = preferences.user_id and r.status in ('active', 'paused')));--> statement-breakpoint
CREATE POLICY "check_in_quick_replies_coach" ON "check_in_quick_replies" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_in_reminders_coach" ON "check_in_reminders" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_in_template_versions_coach" ON "check_in_template_versions" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_in_template_versions_client" ON "check_in_template_versions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and exists (select 1
  from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
CREATE POLICY "check_in_templates_coach" ON "check_in_templates" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_in_templates_client" ON "check_in_templates" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'client' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and exists (select 1
  from client_coach_relationships r where r.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and r.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid and r.status in ('active', 'paused', 'archived', 'ended')));--> statement-breakpoint
ALTER POLICY "check_ins_client_write" ON "check_ins" TO stridewell_app WITH CHECK (current_setting('app.role', true) = 'client' and check_ins.coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and check_ins.client_id = nullif(current_setting('app.client_id', true), '')::uuid
  and exists (select 1 from client_coach_relationships r where r.coach_id = check_ins.coach_id
  and r.client_id = check_ins.client_id and r.person_id = nullif(current_setting('app.user_id', true), '')::uuid
  and r.status in ('active', 'paused')) and not by_coach and reviewed_at is null);
--> statement-breakpoint
-- by hand
ALTER TABLE client_coach_relationships ADD CONSTRAINT relationships_check_in_template_fk
  FOREIGN KEY (coach_id, check_in_template_id) REFERENCES check_in_templates (coach_id, id);
--> statement-breakpoint
-- What was sent before there were reviews was read on the client's page.
UPDATE check_ins SET reviewed_at = submitted_at;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON check_in_templates, check_in_quick_replies TO stridewell_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON check_in_template_versions, check_in_reminders TO stridewell_app;
--> statement-breakpoint
-- What a client wrote stays as it was written; reading it is all that a coach adds.
REVOKE UPDATE ON check_ins FROM stridewell_app;
--> statement-breakpoint
GRANT UPDATE (reviewed_at) ON check_ins TO stridewell_app;
--> statement-breakpoint
-- As before, and a form need not ask about adherence: check-ins without an answer are no answers.
CREATE OR REPLACE FUNCTION note_check_ins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  -- Of two check-ins at once the second is noted when the first one can be seen.
  PERFORM 1 FROM client_coach_relationships r
  WHERE (r.coach_id, r.client_id) IN (SELECT c.coach_id, c.client_id FROM changed c)
  ORDER BY r.coach_id, r.client_id FOR NO KEY UPDATE;
  UPDATE client_coach_relationships r
  SET last_check_in_day = newest.day,
    adherence_falling = coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false)
  FROM (SELECT DISTINCT coach_id, client_id FROM changed) c
  CROSS JOIN LATERAL (
    SELECT (array_agg(i.day ORDER BY i.place))[1] AS day,
      count(i.adherence) AS answers,
      avg(i.adherence) FILTER (WHERE i.answer <= 2) AS mean_recent,
      avg(i.adherence) FILTER (WHERE i.answer BETWEEN 3 AND 6) AS mean_before
    FROM (
      SELECT n.*, count(n.adherence) OVER (ORDER BY n.place) AS answer
      FROM (
        SELECT k.day, k.adherence, row_number() OVER (ORDER BY k.submitted_at DESC, k.id DESC) AS place
        FROM check_ins k WHERE k.coach_id = c.coach_id AND k.client_id = c.client_id
        ORDER BY k.submitted_at DESC, k.id DESC LIMIT 12
      ) n
    ) i
  ) newest
  WHERE r.coach_id = c.coach_id AND r.client_id = c.client_id
    AND (r.last_check_in_day, r.adherence_falling) IS DISTINCT FROM
      (newest.day, coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false));
  RETURN NULL;
END $$;
