ALTER TABLE "users" ADD COLUMN "name_key" text collate "C" GENERATED ALWAYS AS (left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_name_key" text collate "C" GENERATED ALWAYS AS (regexp_replace(left(lower(regexp_replace(normalize(full_name, NFKD), '[\u0300-\u036f]', '', 'g')), 120), '^.*\s', '')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "coaches_status_id_index" ON "coaches" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "user_roles_role_index" ON "user_roles" USING btree ("role","user_id");--> statement-breakpoint
CREATE INDEX "users_name_index" ON "users" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "users_last_name_index" ON "users" USING btree ("last_name_key");--> statement-breakpoint
CREATE INDEX "users_address_index" ON "users" USING btree (email collate "C");--> statement-breakpoint
CREATE INDEX "users_customer_index" ON "users" USING btree ("stripe_customer_id") WHERE stripe_customer_id is not null;--> statement-breakpoint
CREATE INDEX "users_plan_index" ON "users" USING btree ("plan","id") WHERE plan is not null;--> statement-breakpoint
CREATE POLICY "preferences_operator" ON "preferences" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "coachings_operator" ON "coachings" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator');