CREATE POLICY "check_in_drafts_person_read" ON "check_in_drafts" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'user' and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "check_in_drafts_person_delete" ON "check_in_drafts" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'user' and user_id = nullif(current_setting('app.user_id', true), '')::uuid);--> statement-breakpoint
-- by hand
-- What the person in scope has begun and not sent, with any coach they ever had, and as it was asked. Runs with the
-- owner's rights, because the forms of a coach are read in that coach's tenant alone: of each, nothing but the version
-- that the person was answering.
CREATE FUNCTION own_check_in_drafts()
RETURNS TABLE (
  coach_id uuid, coach_name text, id uuid, template_id uuid, version integer, answers jsonb, saved_at timestamptz,
  form_name text, questions jsonb
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT d.coach_id, c.full_name, d.id, d.template_id, d.version, d.answers, d.saved_at, t.name, v.questions
  FROM check_in_drafts d
  JOIN coaches c ON c.id = d.coach_id
  LEFT JOIN check_in_template_versions v
    ON v.coach_id = d.coach_id AND v.template_id = d.template_id AND v.version = d.version
  LEFT JOIN check_in_templates t ON t.coach_id = v.coach_id AND t.id = v.template_id
  WHERE current_setting('app.role', true) = 'user'
    AND d.user_id = nullif(current_setting('app.user_id', true), '')::uuid
    AND EXISTS (SELECT FROM client_coach_relationships r WHERE r.coach_id = d.coach_id AND r.person_id = d.user_id)
    AND NOT EXISTS (
      SELECT FROM check_ins s JOIN client_coach_relationships r ON r.coach_id = s.coach_id AND r.client_id = s.client_id
      WHERE s.coach_id = d.coach_id AND s.id = d.id AND r.person_id = d.user_id
    )
  ORDER BY d.saved_at DESC
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION own_check_in_drafts() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION own_check_in_drafts() TO stridewell_app;
