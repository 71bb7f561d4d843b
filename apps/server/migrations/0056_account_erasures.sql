CREATE TABLE "account_erasures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "account_erasures" ADD CONSTRAINT "account_erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_erasures_due_index" ON "account_erasures" USING btree ("due_at");--> statement-breakpoint
CREATE POLICY "account_erasures_read" ON "account_erasures" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (current_setting('app.role', true) = 'operator' or current_setting('app.role', true) = 'system_identity');--> statement-breakpoint
CREATE POLICY "account_erasures_ask" ON "account_erasures" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'operator');--> statement-breakpoint
CREATE POLICY "account_erasures_end" ON "account_erasures" AS PERMISSIVE FOR DELETE TO "stridewell_app" USING (current_setting('app.role', true) = 'operator' or current_setting('app.role', true) = 'system_identity');
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT, DELETE ON account_erasures TO stridewell_app;
