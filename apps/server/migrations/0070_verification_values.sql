CREATE INDEX "verifications_value_index" ON "verifications" USING hash ("value");--> statement-breakpoint
CREATE INDEX "verifications_expires_index" ON "verifications" USING btree ("expires_at");