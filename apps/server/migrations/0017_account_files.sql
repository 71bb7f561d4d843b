-- by hand
-- What messages hang on files that were given up; a message that was nothing else says so. The hourly sweep, which is
-- asked for with the deletion, takes the rows and the contents of the files.
CREATE FUNCTION forget_files() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  WITH gone AS (
    DELETE FROM message_attachments a USING files f
    WHERE f.coach_id = a.coach_id AND f.id = a.file_id AND f.attached_at IS NULL
      AND f.status = 'pending' AND f.created_at = 'epoch'
    RETURNING a.coach_id, a.message_id
  )
  UPDATE messages m SET body = 'This file was deleted with its account.' FROM gone
  WHERE m.coach_id = gone.coach_id AND m.id = gone.message_id AND m.body = '';
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_files() FROM PUBLIC;
--> statement-breakpoint
-- As before, and the files go too: a person's own and every picture of them. What else a coach and a client wrote
-- together stays with the one who is left; health answers, consents and the record of somebody who went do not.
CREATE OR REPLACE FUNCTION delete_own_account() RETURNS TABLE (outcome text, freed_coaches uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  freed uuid[];
BEGIN
  IF me IS NULL OR current_setting('app.role', true) <> 'user' THEN
    RAISE EXCEPTION 'only a person deletes their own account' USING ERRCODE = '42501';
  END IF;
  -- Of two requests at once the second finds nobody.
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
  SELECT coalesce(array_agg(r.coach_id), '{}') INTO freed FROM client_coach_relationships r
  WHERE r.person_id = me AND r.status IN ('active', 'paused');
  INSERT INTO notifications (user_id, id, type, title, message, metadata)
  SELECT coach, gen_random_uuid(), 'coaching_ended', 'A client left',
    'A client deleted their account. Their history stays with you, without their name.',
    json_build_object('coach_id', coach)::jsonb
  FROM unnest(freed) coach;
  DELETE FROM notifications n USING client_coach_relationships r
  WHERE r.person_id = me AND n.user_id = r.coach_id AND n.metadata ->> 'client_id' = r.client_id::text;
  UPDATE coach_sessions s SET client_name = 'Former client' FROM client_coach_relationships r
  WHERE r.person_id = me AND s.coach_id = r.coach_id AND s.client_id = r.client_id;
  DELETE FROM invitations i USING client_coach_relationships r
  WHERE r.person_id = me AND i.coach_id = r.coach_id AND i.client_id = r.client_id;
  -- A picture shows who somebody is, whoever took it; and where the coach has gone before, nobody is left to read.
  UPDATE files f SET attached_at = NULL, status = 'pending', created_at = 'epoch' FROM client_coach_relationships r
  WHERE r.person_id = me AND f.coach_id = r.coach_id AND f.client_id = r.client_id AND (f.uploaded_by = me
    OR f.purpose IN ('photo', 'avatar') OR NOT EXISTS (SELECT 1 FROM accounts a WHERE a.user_id = r.coach_id));
  UPDATE check_ins c SET answers = (
    SELECT coalesce(jsonb_object_agg(one.key, one.value), '{}') FROM jsonb_each(c.answers) one
    WHERE NOT jsonb_path_exists(one.value, '$[*].fileId'))
  FROM client_coach_relationships r
  WHERE r.person_id = me AND c.coach_id = r.coach_id AND c.client_id = r.client_id
    AND jsonb_path_exists(c.answers, '$.*[*].fileId');
  DELETE FROM health_screens h USING client_coach_relationships r
  WHERE r.person_id = me AND h.coach_id = r.coach_id AND h.client_id = r.client_id;
  DELETE FROM consents c USING client_coach_relationships r
  WHERE r.person_id = me AND c.coach_id = r.coach_id AND c.client_id = r.client_id;
  DELETE FROM client_records d USING client_coach_relationships r
  WHERE r.person_id = me AND d.coach_id = r.coach_id AND d.client_id = r.client_id;
  UPDATE client_coach_relationships SET status = 'ended', person_id = NULL, full_name = 'Former client',
    email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
  WHERE person_id = me;
  PERFORM forget_files();
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
  UPDATE client_coach_relationships SET status = 'ended' WHERE coach_id = me;
  -- Whom nobody is left to read about.
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
  DELETE FROM leads WHERE coach_id = me;
  DELETE FROM ledger_entries WHERE coach_id = me;
  DELETE FROM client_metrics WHERE coach_id = me;
  DELETE FROM pipeline_metrics WHERE coach_id = me;
  DELETE FROM dismissed_follow_ups WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
  UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch' WHERE coach_id = me AND client_id IS NULL;
  PERFORM forget_files();
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
