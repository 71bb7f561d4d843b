-- Leaves the contact and the deals of an erased client to the next sync, or to the coach once the connection is gone.
-- Called by `delete_own_account`, with its rights.
CREATE OR REPLACE FUNCTION erase_in_crm(coach uuid, client uuid)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  account text;
  is_on boolean;
  link record;
  failed timestamptz;
BEGIN
  SELECT c.hub_id, c.status = 'on' INTO account, is_on FROM crm_connections c WHERE c.coach_id = coach;
  IF account IS NULL THEN
    RETURN;
  END IF;
  failed := CASE WHEN is_on THEN NULL ELSE now() END;
  FOR link IN SELECT k.contact_id, k.deal_id FROM crm_links k WHERE k.coach_id = coach AND ((k.kind = 'client'
    AND k.subject_id = client) OR (k.kind = 'lead' AND k.subject_id IN (SELECT l.id FROM leads l
    WHERE l.coach_id = coach AND l.client_id = client))) LOOP
    IF link.contact_id IS NOT NULL THEN
      INSERT INTO crm_erasures (coach_id, id, hub_id, contact_id, failed_at, created_at)
      VALUES (coach, gen_random_uuid(), account, link.contact_id, failed, now());
    END IF;
    IF link.deal_id IS NOT NULL THEN
      INSERT INTO crm_erasures (coach_id, id, hub_id, deal_id, failed_at, created_at)
      VALUES (coach, gen_random_uuid(), account, link.deal_id, failed, now());
    END IF;
    IF failed IS NOT NULL AND (link.contact_id IS NOT NULL OR link.deal_id IS NOT NULL) THEN
      INSERT INTO notifications (user_id, id, type, title, message, metadata)
      VALUES (coach, gen_random_uuid(), 'crm_attention', 'Delete a contact in HubSpot',
        'A person deleted their account here, and HubSpot is not connected. Please delete their contact there.',
        json_build_object('coach_id', coach)::jsonb);
    END IF;
  END LOOP;
  DELETE FROM crm_links k WHERE k.coach_id = coach AND ((k.kind = 'client' AND k.subject_id = client)
    OR (k.kind = 'lead' AND k.subject_id IN (SELECT l.id FROM leads l WHERE l.coach_id = coach AND l.client_id = client)));
  UPDATE crm_connections c SET next_sync_at = now() WHERE c.coach_id = coach AND is_on;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION erase_in_crm(uuid, uuid) FROM PUBLIC;
