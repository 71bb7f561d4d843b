ALTER TABLE "pipeline_metrics" ALTER COLUMN "conversion_rate" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "client_coach_relationships" ADD COLUMN "latest_adherence_day" date;--> statement-breakpoint
-- by hand
UPDATE client_coach_relationships r SET latest_adherence_day = (
  SELECT n.day FROM (
    SELECT k.day, k.adherence, k.submitted_at, k.id FROM check_ins k
    WHERE k.coach_id = r.coach_id AND k.client_id = r.client_id
    ORDER BY k.submitted_at DESC, k.id DESC LIMIT 12
  ) n WHERE n.adherence IS NOT NULL ORDER BY n.submitted_at DESC, n.id DESC LIMIT 1)
WHERE latest_adherence IS NOT NULL;
