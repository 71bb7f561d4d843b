ALTER TABLE "client_coach_relationships" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "last_name_key" text collate "C" GENERATED ALWAYS AS (regexp_replace(left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120), '^.*\s', '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "last_check_in_day" date;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "adherence_falling" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "check_in_due_on" date GENERATED ALWAYS AS (check_in_anchor + case when last_check_in_day is null then 0
        else (greatest(0, (last_check_in_day - check_in_anchor) / check_in_interval_days) + 1) * check_in_interval_days end) STORED;--> statement-breakpoint
CREATE INDEX "relationships_current_index" ON "client_coach_relationships" USING btree ("coach_id","name_key","client_id") WHERE status in ('invited', 'active', 'paused');--> statement-breakpoint
CREATE INDEX "relationships_status_index" ON "client_coach_relationships" USING btree ("coach_id","status","name_key","client_id");--> statement-breakpoint
CREATE INDEX "relationships_newest_index" ON "client_coach_relationships" USING btree ("coach_id","created_at","client_id");--> statement-breakpoint
CREATE INDEX "relationships_check_in_index" ON "client_coach_relationships" USING btree ("coach_id",coalesce(last_check_in_day, '-infinity'),"client_id");--> statement-breakpoint
CREATE INDEX "relationships_last_name_index" ON "client_coach_relationships" USING btree ("coach_id","last_name_key");--> statement-breakpoint
CREATE INDEX "relationships_address_index" ON "client_coach_relationships" USING btree ("coach_id",email collate "C");--> statement-breakpoint
ALTER POLICY "relationships_coach" ON "client_coach_relationships" TO stridewell_app USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid) WITH CHECK (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);
--> statement-breakpoint
-- What the list of clients sorts and filters by follows the check-ins, whoever writes them: clients may not update
-- their relationship, so this runs with the owner's rights. Adherence falls as `adherenceFall` of the contract says.
CREATE FUNCTION note_check_ins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
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
    SELECT (array_agg(i.day ORDER BY i.place))[1] AS day, count(*) AS answers,
      avg(i.adherence) FILTER (WHERE i.place <= 2) AS mean_recent,
      avg(i.adherence) FILTER (WHERE i.place > 2) AS mean_before
    FROM (
      SELECT k.day, k.adherence, row_number() OVER (ORDER BY k.submitted_at DESC) AS place
      FROM check_ins k WHERE k.coach_id = c.coach_id AND k.client_id = c.client_id
      ORDER BY k.submitted_at DESC LIMIT 6
    ) i
  ) newest
  WHERE r.coach_id = c.coach_id AND r.client_id = c.client_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION note_check_ins() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER note_check_ins_added AFTER INSERT ON check_ins
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_check_ins();
--> statement-breakpoint
CREATE TRIGGER note_check_ins_edited AFTER UPDATE ON check_ins
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_check_ins();
--> statement-breakpoint
CREATE TRIGGER note_check_ins_removed AFTER DELETE ON check_ins
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_check_ins();
--> statement-breakpoint
-- Those that are there already.
UPDATE check_ins SET day = day;
