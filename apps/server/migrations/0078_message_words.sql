CREATE TABLE "message_words" (
	"coach_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	CONSTRAINT "message_words_coach_id_word_created_at_message_id_pk" PRIMARY KEY("coach_id","word","created_at","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_words" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- by hand
-- The words of existing messages, as `messageWords` says. Marks and separators are listed, because classes of characters
-- depend on the locale of the database; above U+FFFF only pictures are. The index and the key come after the rows,
-- because they are faster to build at once.
INSERT INTO message_words (coach_id, word, created_at, message_id, client_id)
SELECT m.coach_id, found.word, m.created_at, m.id, m.client_id
FROM messages m CROSS JOIN LATERAL (
  SELECT DISTINCT left(split.word, 40) AS word FROM regexp_split_to_table(lower(regexp_replace(normalize(m.body, NFKD),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
    '\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1'
    '\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7'
    '\u09e2-\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2-\u0ae3'
    '\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56'
    '\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2-\u0ce3\u0cf3-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d4d\u0d57'
    '\u0d62-\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc'
    '\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0fbc\u0fc6'
    '\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f'
    '\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd'
    '\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44'
    '\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4'
    '\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a'
    '\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881'
    '\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36'
    '\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef'
    '\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe2f]', '', 'g')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed'
    '\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f'
    '\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e'
    '\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70'
    '\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34'
    '\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368'
    '\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db'
    '\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f'
    '\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1'
    '\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc'
    '\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191'
    '\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716'
    '\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc'
    '\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b'
    '\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufeff-\ufffd'
    '\U0001f000-\U0001faff\U000e0001-\U000e01ef\U000f0000-\U0010fffd]+') AS split (word)
  WHERE split.word <> ''
) found;
--> statement-breakpoint
CREATE INDEX "message_words_message_index" ON "message_words" USING btree ("coach_id","message_id","word");
--> statement-breakpoint
ALTER TABLE "message_words" ADD CONSTRAINT "message_words_coach_id_message_id_messages_coach_id_id_fk" FOREIGN KEY ("coach_id","message_id") REFERENCES "public"."messages"("coach_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE POLICY "message_words_coach_read" ON "message_words" AS PERMISSIVE FOR SELECT TO "stridewell_app" USING (case when current_setting('app.role', true) = 'coach' then true else false end and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "message_words_coach_write" ON "message_words" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'coach' and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY "message_words_client_write" ON "message_words" AS PERMISSIVE FOR INSERT TO "stridewell_app" WITH CHECK (current_setting('app.role', true) = 'client' and current_setting('app.relationship_status', true) in ('active', 'paused') and coach_id = nullif(current_setting('app.coach_id', true), '')::uuid and client_id = nullif(current_setting('app.client_id', true), '')::uuid);
--> statement-breakpoint
-- by hand
GRANT SELECT, INSERT ON message_words TO stridewell_app;
