CREATE TABLE "account_views" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"viewed_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "grace_extended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_name_key" text collate "C" GENERATED ALWAYS AS (regexp_replace(left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120), '^.*\s', '')) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_views" ADD CONSTRAINT "account_views_viewed_id_users_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_views_operator_index" ON "account_views" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "account_views_viewed_index" ON "account_views" USING btree ("viewed_id");--> statement-breakpoint
CREATE INDEX "coaches_status_id_index" ON "coaches" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "user_roles_role_index" ON "user_roles" USING btree ("role","user_id");--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "users_last_name_index" ON "users" USING btree ("last_name_key");--> statement-breakpoint
CREATE INDEX "users_address_index" ON "users" USING btree (email collate "C");--> statement-breakpoint
CREATE INDEX "users_customer_index" ON "users" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;--> statement-breakpoint
CREATE INDEX "users_plan_index" ON "users" USING btree ("plan","id") WHERE plan is not null;--> statement-breakpoint
CREATE POLICY "preferences_operator" ON "preferences" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "coachings_operator" ON "coachings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "account_views_operator" ON "account_views" AS PERMISSIVE FOR ALL TO "stridewell_app" USING (current_setting('app.role', true) = 'operator' and operator_id = nullif(current_setting('app.user_id', true), '')::uuid) WITH CHECK (current_setting('app.role', true) = 'operator' and operator_id = nullif(current_setting('app.user_id', true), '')::uuid);
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON account_views TO stridewell_app;
--> statement-breakpoint
-- As before, and the coach as whom an operator views. A view counts while its operator may still support others with a
-- second step, and while the viewed person is a coach.
DROP FUNCTION resolve_session(text, text);
--> statement-breakpoint
CREATE FUNCTION resolve_session(token_digest text, named_coach text)
RETURNS TABLE (
  session_id uuid, expires_at timestamptz, user_id uuid, email text, email_verified boolean, full_name text, image text,
  role text, plan text, included_clients integer, is_demo boolean, stripe_customer_id text, subscription_status text,
  grace_until timestamptz, coach_status text, coach_name text, coach_time_zone text, coach_currency text,
  relationship_coach_id uuid, relationship_client_id uuid, relationship_status text, relationship_coach_name text,
  relationship_time_zone text, relationship_photo_id uuid, relationship_covered boolean, unit_system text,
  time_zone text, operator_role text, two_factor_enabled boolean, coach_status_reason text, view_id uuid,
  viewed_by uuid, view_ends_at timestamptz
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
-- Every request calls it, and planning costs more than the query.
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT s.id, s.expires_at::timestamptz, u.id, u.email, u.email_verified, u.full_name, u.image,
    ur.role, u.plan, u.included_clients, u.is_demo, u.stripe_customer_id, u.subscription_status,
    u.grace_until::timestamptz, c.status, c.full_name, c.time_zone, c.currency,
    r.coach_id, r.client_id, r.status, r.full_name, r.time_zone, r.photo_id,
    CASE WHEN r.status IN ('active', 'paused') THEN is_relationship_covered(r.coach_id, r.client_id) ELSE false END,
    coalesce(p.unit_system, 'metric'), coalesce(p.time_zone, 'America/Los_Angeles'),
    ur.operator_role, u.two_factor_enabled, c.status_reason, w.id, w.operator_id, w.ends_at::timestamptz
  FROM sessions s
  LEFT JOIN LATERAL (
    SELECT v.id, v.operator_id, v.viewed_id, v.ends_at
    FROM account_views v
    JOIN users o ON o.id = v.operator_id AND (o.two_factor_enabled OR o.is_demo)
    JOIN user_roles oru ON oru.user_id = v.operator_id AND oru.operator_role IN ('admin', 'support')
    JOIN user_roles vru ON vru.user_id = v.viewed_id AND vru.role IN ('Coach-Base', 'Coach-Plus', 'Coach-Pro')
    WHERE v.session_id = s.id AND v.operator_id = s.user_id AND v.ends_at > now()
  ) w ON true
  JOIN users u ON u.id = coalesce(w.viewed_id, s.user_id)
  LEFT JOIN user_roles ur ON ur.user_id = u.id
  LEFT JOIN coaches c ON c.user_id = u.id
  LEFT JOIN preferences p ON p.user_id = u.id
  LEFT JOIN LATERAL (
    SELECT o.coach_id, o.client_id, o.status, o.photo_id, oc.full_name, oc.time_zone
    FROM coachings o JOIN coaches oc ON oc.id = o.coach_id
    WHERE o.user_id = u.id AND (named_coach IS NULL OR o.coach_id::text = named_coach)
    ORDER BY ((SELECT cc.coach_id FROM current_coaches cc WHERE cc.user_id = u.id) = o.coach_id) IS TRUE DESC,
      (o.status IN ('active', 'paused')) DESC, o.accepted_at DESC
    LIMIT 1
  ) r ON true
  WHERE s.token = token_digest;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION resolve_session(text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION resolve_session(text, text) TO stridewell_app;
