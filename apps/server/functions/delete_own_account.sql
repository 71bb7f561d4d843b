-- Deletes the account of the person in scope, as a client of others and as a coach. No scope reaches all of these rows.
CREATE OR REPLACE FUNCTION delete_own_account()
RETURNS TABLE (outcome text, freed_coaches uuid[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
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
  IF NOT EXISTS (SELECT 1 FROM accounts WHERE user_id = me) AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = me) THEN
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
    DELETE FROM nutrition_modes WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM referral_letters WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM alarming_texts WHERE coach_id = own.coach_id AND client_id = own.client_id;
    UPDATE workout_logs SET head = jsonb_set(head, '{pains}', '[]'), pains = 0
    WHERE coach_id = own.coach_id AND client_id = own.client_id AND head -> 'pains' <> '[]';
    DELETE FROM settled_decisions WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM planner_drafts WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM meal_drafts WHERE coach_id = own.coach_id AND client_id = own.client_id;
    -- Deleting a run deletes its messages, steps and tasks.
    DELETE FROM flow_runs WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM flow_runs r USING leads l WHERE l.coach_id = own.coach_id AND l.client_id = own.client_id
      AND r.coach_id = l.coach_id AND r.lead_id = l.id;
    DELETE FROM model_consents WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM assistant_answers WHERE coach_id = own.coach_id AND client_ids @> ARRAY[own.client_id];
    -- What a person eats says much about their health. Deleting a day deletes its entries and comments.
    DELETE FROM food_days WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_foods WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_food_favorites WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM nutrition_targets WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_habits WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM target_reviews WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM target_adaptations WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM retention_scores WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM client_visits WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM known_reasons WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM risk_notices WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM risk_actions WHERE coach_id = own.coach_id AND client_id = own.client_id;
    DELETE FROM suggested_times WHERE coach_id = own.coach_id AND client_id = own.client_id;
    -- Counts of past months stay.
    UPDATE departures SET client_id = NULL, note = '', day = day - (extract(day FROM day)::int - 1)
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
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
    DELETE FROM meal_plans WHERE coach_id = own.coach_id AND client_id = own.client_id;
    IF own.status <> 'ended' THEN
      INSERT INTO events (coach_id, id, client_id, type, subject_id, actor, occurred_at)
      VALUES (own.coach_id, gen_random_uuid(), own.client_id, 'relationship.ended', own.client_id, 'client', now());
    END IF;
    -- An answer may quote the contact. Those who got it learn that they have to delete it.
    DELETE FROM webhook_deliveries WHERE coach_id = own.coach_id AND client_id = own.client_id;
    INSERT INTO webhook_deliveries (coach_id, event_id, endpoint_id, type, client_id, subject_id, actor, occurred_at,
      recorded_at, status, due_at)
    SELECT own.coach_id, gen_random_uuid(), w.id, 'client.erased', own.client_id, own.client_id, 'client', now(), now(),
      'pending', now()
    FROM webhook_endpoints w WHERE w.coach_id = own.coach_id AND w.is_on;
    PERFORM erase_in_crm(own.coach_id, own.client_id);
    PERFORM forget_files(own.coach_id);
    UPDATE client_coach_relationships SET status = 'ended', person_id = NULL, full_name = 'Former client',
      email = 'former-' || client_id || '@deleted.invalid', photo_id = NULL
    WHERE coach_id = own.coach_id AND client_id = own.client_id;
  END LOOP;
  UPDATE coachings SET user_id = NULL, status = 'ended', photo_id = NULL, time_zone = NULL,
    nutrition_way = NULL, numbers_off_by = NULL, numbers_off_since = NULL,
    scoring_objected_at = NULL, automatic_stopped_at = NULL WHERE user_id = me;
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
  DELETE FROM nutrition_modes m USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND m.coach_id = me AND m.client_id = r.client_id;
  DELETE FROM referral_letters l USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND l.coach_id = me AND l.client_id = r.client_id;
  DELETE FROM consents c USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND c.coach_id = me AND c.client_id = r.client_id;
  DELETE FROM client_records d USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND d.coach_id = me AND d.client_id = r.client_id;
  DELETE FROM nutrition_targets t USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND t.coach_id = me AND t.client_id = r.client_id;
  UPDATE nutrition_targets SET note = '' WHERE coach_id = me;
  DELETE FROM target_reviews WHERE coach_id = me;
  DELETE FROM target_adaptations WHERE coach_id = me;
  DELETE FROM calendar_feeds WHERE coach_id = me;
  DELETE FROM external_busy_times WHERE coach_id = me;
  DELETE FROM calendar_connections WHERE coach_id = me;
  DELETE FROM calendar_sign_ins WHERE coach_id = me;
  DELETE FROM webhook_endpoints WHERE coach_id = me;
  DELETE FROM crm_links WHERE coach_id = me;
  DELETE FROM crm_erasures WHERE coach_id = me;
  DELETE FROM crm_connections WHERE coach_id = me;
  DELETE FROM coach_senders WHERE coach_id = me;
  DELETE FROM coach_domains WHERE coach_id = me;
  DELETE FROM retention_scores WHERE coach_id = me;
  DELETE FROM retention_weeks WHERE coach_id = me;
  DELETE FROM retention_offsets WHERE coach_id = me;
  DELETE FROM client_visits WHERE coach_id = me;
  DELETE FROM known_reasons WHERE coach_id = me;
  DELETE FROM risk_notices WHERE coach_id = me;
  DELETE FROM risk_actions WHERE coach_id = me;
  DELETE FROM suggested_times WHERE coach_id = me;
  DELETE FROM effect_counts WHERE coach_id = me;
  DELETE FROM departures WHERE coach_id = me;
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
  DELETE FROM coach_brands WHERE coach_id = me;
  DELETE FROM planner_drafts WHERE coach_id = me;
  DELETE FROM meal_drafts WHERE coach_id = me;
  DELETE FROM coach_foods WHERE coach_id = me;
  DELETE FROM food_uses WHERE coach_id = me;
  DELETE FROM meal_plans WHERE coach_id = me AND client_id IS NULL;
  DELETE FROM meal_plans m USING client_coach_relationships r
  WHERE r.coach_id = me AND r.person_id IS NULL AND m.coach_id = me AND m.client_id = r.client_id;
  DELETE FROM model_calls WHERE coach_id = me;
  DELETE FROM assistant_answers WHERE coach_id = me;
  -- Clients keep their invoices and payments. Of clients without an account, about whom no reader is left, nothing stays.
  FOR own IN SELECT r.client_id FROM client_coach_relationships r WHERE r.coach_id = me ORDER BY r.client_id LOOP
    PERFORM end_subscriptions_of(me, own.client_id);
  END LOOP;
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
  DELETE FROM settled_decisions WHERE coach_id = me;
  DELETE FROM monday_digests WHERE coach_id = me;
  DELETE FROM coach_profiles WHERE coach_id = me;
  UPDATE files SET attached_at = NULL, status = 'pending', created_at = 'epoch' WHERE coach_id = me AND client_id IS NULL;
  PERFORM forget_files(me);
  DELETE FROM message_words WHERE coach_id = me;
  DELETE FROM flows WHERE coach_id = me;
  DELETE FROM mail_stops WHERE coach_id = me;
  DELETE FROM client_notes WHERE coach_id = me;
  DELETE FROM check_in_quick_replies WHERE coach_id = me;
  DELETE FROM coach_availability WHERE coach_id = me;
  DELETE FROM coach_setups WHERE coach_id = me;
  DELETE FROM coach_sessions WHERE coach_id = me AND session_date > now();
  UPDATE coaches SET full_name = 'Former coach', status = 'suspended' WHERE id = me;
  DELETE FROM clients WHERE id = me;
  DELETE FROM user_roles WHERE user_id = me;
  DELETE FROM notification_mails WHERE user_id = me;
  DELETE FROM notification_pushes WHERE user_id = me;
  DELETE FROM push_subscriptions WHERE user_id = me;
  DELETE FROM notification_preferences WHERE user_id = me;
  DELETE FROM notifications WHERE user_id = me;
  DELETE FROM preferences WHERE user_id = me;
  DELETE FROM two_factors WHERE user_id = me;
  DELETE FROM passkeys WHERE user_id = me;
  DELETE FROM accounts WHERE user_id = me;
  DELETE FROM sessions WHERE user_id = me;
  UPDATE users SET email = 'deleted-' || id || '@deleted.invalid', full_name = 'Former coach', image = NULL,
    email_verified = false, two_factor_enabled = false, plan = NULL, plan_intent = NULL
  WHERE id = me;
  RETURN QUERY SELECT 'deleted', freed;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION delete_own_account() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION delete_own_account() TO stridewell_app;
