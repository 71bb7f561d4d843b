ALTER TABLE "dismissed_follow_ups" ADD COLUMN "topic" text DEFAULT 'check_in' NOT NULL;--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" DROP CONSTRAINT "dismissed_follow_ups_coach_id_day_client_id_pk";--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" ADD CONSTRAINT "dismissed_follow_ups_coach_id_day_client_id_topic_pk" PRIMARY KEY("coach_id","day","client_id","topic");--> statement-breakpoint
ALTER TABLE "dismissed_follow_ups" ADD CONSTRAINT "dismissed_follow_ups_topic_check" CHECK (topic in ('check_in', 'adherence', 'plateau'));--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "latest_adherence" integer;--> statement-breakpoint
-- by hand
-- As before, with the latest adherence, because a client with a low one is not on track.
CREATE OR REPLACE FUNCTION note_check_ins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Of two check-ins at once the second is noted when the first one can be seen.
  PERFORM 1 FROM client_coach_relationships r
  WHERE (r.coach_id, r.client_id) IN (SELECT c.coach_id, c.client_id FROM changed c)
  ORDER BY r.coach_id, r.client_id FOR NO KEY UPDATE;
  UPDATE client_coach_relationships r
  SET last_check_in_day = newest.day,
    adherence_falling = coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false),
    latest_adherence = newest.adherence,
    engagement_until = '-infinity'
  FROM (SELECT DISTINCT coach_id, client_id FROM changed) c
  CROSS JOIN LATERAL (
    SELECT (array_agg(i.day ORDER BY i.place))[1] AS day,
      (array_agg(i.adherence ORDER BY i.place) FILTER (WHERE i.adherence IS NOT NULL))[1] AS adherence,
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
    AND (r.last_check_in_day, r.adherence_falling, r.latest_adherence, r.engagement_until) IS DISTINCT FROM
      (newest.day, coalesce(newest.answers >= 4 AND newest.mean_before - newest.mean_recent >= 15, false),
        newest.adherence, '-infinity'::date);
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE client_coach_relationships r SET latest_adherence = (
  SELECT n.adherence FROM (
    SELECT k.adherence, k.submitted_at, k.id FROM check_ins k
    WHERE k.coach_id = r.coach_id AND k.client_id = r.client_id
    ORDER BY k.submitted_at DESC, k.id DESC LIMIT 12
  ) n WHERE n.adherence IS NOT NULL ORDER BY n.submitted_at DESC, n.id DESC LIMIT 1);
