-- Ends what a client pays regularly, today in the zone of the coach. Called by `delete_own_account`, with its rights.
CREATE OR REPLACE FUNCTION end_subscriptions_of(coach uuid, client uuid)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  today date;
BEGIN
  SELECT (now() AT TIME ZONE c.time_zone)::date INTO today FROM coaches c WHERE c.id = coach;
  INSERT INTO subscription_changes
    (coach_id, subscription_id, number, client_id, kind, effective_on, currency, monthly_cents)
  SELECT s.coach_id, s.id, s.version + 1, s.client_id, 'ended', greatest(today, s.starts_on), s.currency, 0
  FROM client_subscriptions s
  WHERE s.coach_id = coach AND s.client_id = client AND (s.ends_on IS NULL OR s.ends_on > today);
  UPDATE client_subscriptions SET ends_on = today, next_due_on = NULL, version = version + 1
  WHERE coach_id = coach AND client_id = client AND (ends_on IS NULL OR ends_on > today);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION end_subscriptions_of(uuid, uuid) FROM PUBLIC;
