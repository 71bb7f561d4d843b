CREATE TABLE "contact_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"contact_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_entries_kind_check" CHECK (kind in ('note', 'reply'))
);
--> statement-breakpoint
ALTER TABLE "contact_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"business" text NOT NULL,
	"assignee_id" uuid,
	"spam_score" integer DEFAULT 0 NOT NULL,
	"spam_reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"address_digest" text DEFAULT '' NOT NULL,
	"text_digest" text DEFAULT '' NOT NULL,
	"demo_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL,
	"last_name_key" text collate "C" GENERATED ALWAYS AS (regexp_replace(left(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 120), '^.*\s', '')) STORED NOT NULL,
	"business_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(business, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL,
	CONSTRAINT "contacts_kind_check" CHECK (kind in ('contact', 'demo')),
	CONSTRAINT "contacts_status_check" CHECK (status in ('new', 'open', 'answered', 'closed', 'spam')),
	CONSTRAINT "contacts_spam_score_check" CHECK (spam_score between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "contacts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"prospect_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_stage" text,
	"to_stage" text,
	"lost_reason" text,
	"text" text DEFAULT '' NOT NULL,
	"author_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prospect_events_kind_check" CHECK (kind in ('moved', 'note'))
);
--> statement-breakpoint
ALTER TABLE "prospect_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospect_touches" (
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"email" text NOT NULL,
	"heard_from" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "prospect_touches_kind_subject_id_pk" PRIMARY KEY("kind","subject_id"),
	CONSTRAINT "prospect_touches_kind_check" CHECK (kind in ('contact_form', 'demo_request', 'demo_booking', 'sign_up', 'purchase'))
);
--> statement-breakpoint
ALTER TABLE "prospect_touches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prospects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"business" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"stage" text DEFAULT 'new' NOT NULL,
	"stage_since" timestamp (3) with time zone NOT NULL,
	"lost_reason" text,
	"first_touch" text NOT NULL,
	"first_touch_at" timestamp (3) with time zone NOT NULL,
	"heard_from" text DEFAULT '' NOT NULL,
	"demo_reached_at" timestamp (3) with time zone,
	"trial_reached_at" timestamp (3) with time zone,
	"won_at" timestamp (3) with time zone,
	"next_step" text DEFAULT '' NOT NULL,
	"next_step_on" date,
	"coach_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL,
	"last_name_key" text collate "C" GENERATED ALWAYS AS (regexp_replace(left(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), 120), '^.*\s', '')) STORED NOT NULL,
	"business_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(business, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL,
	CONSTRAINT "prospects_email_unique" UNIQUE("email"),
	CONSTRAINT "prospects_stage_check" CHECK (stage in ('new', 'contacted', 'demo_booked', 'demo_held', 'trial', 'won', 'lost')),
	CONSTRAINT "prospects_lost_reason_check" CHECK (lost_reason in ('price', 'timing', 'no_answer', 'competitor', 'not_a_fit', 'other')),
	CONSTRAINT "prospects_first_touch_check" CHECK (first_touch in ('contact_form', 'demo_request', 'demo_booking', 'sign_up', 'purchase'))
);
--> statement-breakpoint
ALTER TABLE "prospects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact_entries" ADD CONSTRAINT "contact_entries_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_events" ADD CONSTRAINT "prospect_events_prospect_id_prospects_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospects" ADD CONSTRAINT "prospects_coach_id_coaches_id_fk" FOREIGN KEY ("coach_id") REFERENCES "public"."coaches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_entries_contact_index" ON "contact_entries" USING btree ("contact_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_received_index" ON "contacts" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "contacts_unanswered_index" ON "contacts" USING btree ("received_at","id") WHERE status in ('new', 'open');--> statement-breakpoint
CREATE INDEX "contacts_status_index" ON "contacts" USING btree ("status","received_at","id");--> statement-breakpoint
CREATE INDEX "contacts_assignee_index" ON "contacts" USING btree ("assignee_id","received_at","id");--> statement-breakpoint
CREATE INDEX "contacts_name_index" ON "contacts" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "contacts_last_name_index" ON "contacts" USING btree ("last_name_key");--> statement-breakpoint
CREATE INDEX "contacts_business_index" ON "contacts" USING btree ("business_key");--> statement-breakpoint
CREATE INDEX "contacts_email_index" ON "contacts" USING btree (email collate "C");--> statement-breakpoint
CREATE INDEX "contacts_digest_index" ON "contacts" USING btree ("address_digest","received_at");--> statement-breakpoint
CREATE INDEX "prospect_events_prospect_index" ON "prospect_events" USING btree ("prospect_id","created_at");--> statement-breakpoint
CREATE INDEX "prospect_touches_email_index" ON "prospect_touches" USING btree ("email","at");--> statement-breakpoint
CREATE INDEX "prospect_touches_subject_index" ON "prospect_touches" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "prospects_stage_index" ON "prospects" USING btree ("stage","stage_since","id");--> statement-breakpoint
CREATE INDEX "prospects_first_index" ON "prospects" USING btree ("first_touch_at","id");--> statement-breakpoint
CREATE INDEX "prospects_stage_first_index" ON "prospects" USING btree ("stage","first_touch_at","id");--> statement-breakpoint
CREATE INDEX "prospects_coach_index" ON "prospects" USING btree ("coach_id") WHERE coach_id is not null;--> statement-breakpoint
CREATE INDEX "prospects_name_index" ON "prospects" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "prospects_last_name_index" ON "prospects" USING btree ("last_name_key");--> statement-breakpoint
CREATE INDEX "prospects_business_index" ON "prospects" USING btree ("business_key");--> statement-breakpoint
CREATE INDEX "prospects_email_index" ON "prospects" USING btree (email collate "C");--> statement-breakpoint
CREATE INDEX "demo_bookings_email_index" ON "demo_bookings" USING btree ("email");--> statement-breakpoint
DROP POLICY "contact_submissions_site" ON "contact_submissions" CASCADE;--> statement-breakpoint
DROP POLICY "demo_bookings_site" ON "demo_bookings" CASCADE;--> statement-breakpoint
DROP POLICY "form_submissions_site" ON "form_submissions" CASCADE;--> statement-breakpoint
CREATE POLICY "contact_submissions_site_add" ON "contact_submissions" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "contact_submissions_site_change" ON "contact_submissions" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "contact_submissions_operator_delete" ON "contact_submissions" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "demo_bookings_site_add" ON "demo_bookings" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "demo_bookings_site_change" ON "demo_bookings" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "demo_bookings_operator_delete" ON "demo_bookings" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "form_submissions_site_add" ON "form_submissions" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "form_submissions_site_change" ON "form_submissions" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "form_submissions_operator_delete" ON "form_submissions" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "contact_submissions_site" ON "contact_submissions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "demo_bookings_site" ON "demo_bookings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "form_submissions_site" ON "form_submissions" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "contact_entries_operator" ON "contact_entries" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "contacts_operator" ON "contacts" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "contacts_site_read" ON "contacts" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "contacts_site_add" ON "contacts" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'system_site' and status = 'new' and assignee_id is null);--> statement-breakpoint
CREATE POLICY "contacts_site_demo" ON "contacts" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING (current_setting('app.role', true) = 'system_site') WITH CHECK (current_setting('app.role', true) = 'system_site');--> statement-breakpoint
CREATE POLICY "prospect_events_operator" ON "prospect_events" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "prospect_events_touch" ON "prospect_events" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing') and kind = 'moved' and author_id is null);--> statement-breakpoint
CREATE POLICY "prospect_touches_operator_read" ON "prospect_touches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "prospect_touches_operator_delete" ON "prospect_touches" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "prospect_touches_read" ON "prospect_touches" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
CREATE POLICY "prospect_touches_add" ON "prospect_touches" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
CREATE POLICY "prospects_operator" ON "prospects" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (case when current_setting('app.role', true) = 'operator' then true else false end) WITH CHECK (case when current_setting('app.role', true) = 'operator' then true else false end);--> statement-breakpoint
CREATE POLICY "prospects_touch_read" ON "prospects" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
CREATE POLICY "prospects_touch_add" ON "prospects" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
CREATE POLICY "prospects_touch_update" ON "prospects" AS PERMISSIVE FOR UPDATE TO "stridewell_app" USING ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing')) WITH CHECK ((current_setting('app.role', true) = 'system_site' or current_setting('app.role', true) = 'system_identity' or current_setting('app.role', true) = 'system_billing'));--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON contacts, contact_entries, prospects, prospect_touches, prospect_events TO stridewell_app;
--> statement-breakpoint
GRANT UPDATE (status, assignee_id, demo_at, version) ON contacts TO stridewell_app;
--> statement-breakpoint
GRANT UPDATE (name, business, phone, stage, stage_since, lost_reason, heard_from, demo_reached_at, trial_reached_at,
	won_at, next_step, next_step_on, coach_id, version) ON prospects TO stridewell_app;
--> statement-breakpoint
GRANT DELETE ON contact_submissions, form_submissions, demo_bookings TO stridewell_app;
--> statement-breakpoint
-- What visitors sent before there was an inbox.
INSERT INTO contacts (id, kind, name, email, business, received_at)
SELECT id, 'contact', concat_ws(' ', form_data ->> 'firstName', form_data ->> 'lastName'),
	lower(trim(form_data ->> 'businessEmail')), coalesce(form_data ->> 'businessName', ''), created_at FROM contact_submissions
UNION ALL SELECT id, 'demo', full_name, lower(email), '', created_at FROM form_submissions;
--> statement-breakpoint
UPDATE contacts c SET demo_at = b.starts_at FROM (
	SELECT DISTINCT ON (lower(email)) lower(email) AS email, starts_at FROM demo_bookings WHERE status = 'booked'
	ORDER BY lower(email), starts_at DESC
) b WHERE c.email = b.email;
--> statement-breakpoint
INSERT INTO prospect_touches (kind, subject_id, email, heard_from, at)
SELECT 'contact_form', id, lower(trim(form_data ->> 'businessEmail')), coalesce(form_data ->> 'sourceChannel', ''), created_at
	FROM contact_submissions
UNION ALL SELECT 'demo_request', id, lower(email), '', created_at FROM form_submissions
UNION ALL SELECT 'demo_booking', id, lower(email), '', created_at FROM demo_bookings
UNION ALL SELECT 'sign_up', c.id, u.email, '', c.created_at FROM coaches c JOIN users u ON u.id = c.id
	WHERE u.email NOT LIKE '%@deleted.invalid'
UNION ALL SELECT 'purchase', u.id, u.email, '', min(s.created_at) FROM subscriptions s JOIN users u ON u.id = s.user_id
	WHERE u.email NOT LIKE '%@deleted.invalid' GROUP BY u.id, u.email;
--> statement-breakpoint
-- Everything but a contact form makes a prospect, as the server does from now on.
INSERT INTO prospects (id, email, name, business, stage, stage_since, first_touch, first_touch_at, heard_from,
	demo_reached_at, trial_reached_at, won_at, coach_id)
SELECT gen_random_uuid(), t.email,
	coalesce(c.full_name, (SELECT i.name FROM contacts i WHERE i.email = t.email ORDER BY i.received_at LIMIT 1),
		(SELECT b.full_name FROM demo_bookings b WHERE lower(b.email) = t.email LIMIT 1), t.email),
	coalesce((SELECT i.business FROM contacts i WHERE i.email = t.email AND i.business <> '' ORDER BY i.received_at LIMIT 1), ''),
	CASE WHEN won IS NOT NULL THEN 'won' WHEN trial IS NOT NULL THEN 'trial' WHEN demo IS NOT NULL THEN 'demo_booked' ELSE 'new' END,
	coalesce(won, trial, demo, first_at), first_kind, first_at, heard, demo, trial, won, c.id
FROM (
	SELECT email, min(at) AS first_at, (array_agg(kind ORDER BY at))[1] AS first_kind,
		coalesce((array_agg(heard_from ORDER BY at) FILTER (WHERE heard_from <> ''))[1], '') AS heard,
		min(at) FILTER (WHERE kind = 'demo_booking') AS demo, min(at) FILTER (WHERE kind = 'sign_up') AS trial,
		min(at) FILTER (WHERE kind = 'purchase') AS won
	FROM prospect_touches GROUP BY email HAVING bool_or(kind <> 'contact_form')
) t LEFT JOIN users u ON u.email = t.email LEFT JOIN coaches c ON c.id = u.id;
--> statement-breakpoint
-- As before, and what was known of a coach before they signed up goes with the account.
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
  DELETE FROM prospect_touches t USING prospects p WHERE p.coach_id = me AND t.email = p.email;
  DELETE FROM prospects WHERE coach_id = me;
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
  DELETE FROM online_checkouts WHERE coach_id = me;
  DELETE FROM payment_accounts WHERE coach_id = me;
  DELETE FROM recurring_expenses WHERE coach_id = me;
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
