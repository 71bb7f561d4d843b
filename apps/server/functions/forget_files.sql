-- Removes the files that `delete_own_account` has marked from the messages of one tenant.
CREATE OR REPLACE FUNCTION forget_files(of_coach uuid)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  WITH gone AS (
    DELETE FROM message_attachments a USING files f
    WHERE a.coach_id = of_coach AND f.coach_id = of_coach AND f.id = a.file_id AND f.attached_at IS NULL
      AND f.status = 'pending' AND f.created_at = 'epoch'
    RETURNING a.message_id
  )
  UPDATE messages m SET body = 'This file was deleted with its account.' FROM gone
  WHERE m.coach_id = of_coach AND m.id = gone.message_id AND m.body = '';
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_files(uuid) FROM PUBLIC;
