CREATE TABLE "message_words" (
	"coach_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "message_words_coach_id_word_created_at_message_id_pk" PRIMARY KEY("coach_id","word","created_at","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_words" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- by hand
-- The words of existing messages, as `messageWords` says. Marks and separators are listed, because classes of characters
-- depend on the locale of the database; above U+FFFF only pictures are. The index and the key come after the rows,
-- because they are faster to build at once.
INSERT INTO message_words (coach_id, word, created_at, message_id, client_id)
SELECT m.coach_id, found.word, m.created_at, m.id, m.client_id
FROM messages m CROSS JOIN LATERAL (
  SELECT DISTINCT left(split.word, 40) AS word FROM regexp_split_to_table(lower(regexp_replace(normalize(m.body, NFKD),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
    '\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1'
    '\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7'
    '\u09e2-\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3'
    '\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56'
    '\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57'
    '\u0d62-\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc'
    '\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6'
    '\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f'
    '\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd'
    '\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44'
    '\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4'
    '\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a'
    '\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881'
    '\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36'
    '\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef'
    '\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe2f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed'
    '\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f'
    '\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e'
    '\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70'
    '\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34'
    '\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368'
    '\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db'
    '\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f'
    '\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1'
    '\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc'
    '\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191'
    '\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716'
    '\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc'
    '\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b'
    '\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufeff-\ufffd'
    '\U0001f000-\U0001faff\U000e0001-\U000e01ef\U000f0000-\U0010fffd]+') AS split (word)
  WHERE split.word <> ''
) found;
--> statement-breakpoint
CREATE INDEX "message_words_message_index" ON "message_words" USING btree ("coach_id","message_id","word");
--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_coach_id_message_id_messages_coach_id_id_fk" FOREIGN KEY ("coach_id","message_id") REFERENCES "public"."messages"("coach_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "message_words_coach_read" ON "message_words" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "message_words_coach_write" ON "message_words" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "message_words_client_write" ON "message_words" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON message_words TO stridewell_app;
--> statement-breakpoint
-- As before, and the words by which the coach found messages go with the account.
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

  -- The sweep deletes the archives, and then the rows.
  UPDATE account_exports SET status = 'removed', due_at = 'epoch' WHERE user_id = me;

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
  DELETE FROM ledger_months WHERE coach_id = me;
  DELETE FROM client_metrics WHERE coach_id = me;
  DELETE FROM pipeline_metrics WHERE coach_id = me;
  DELETE FROM dismissed_follow_ups WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
  UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch' WHERE coach_id = me AND client_id IS NULL;
  PERFORM forget_files(me);
  DELETE FROM message_words WHERE coach_id = me;
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
