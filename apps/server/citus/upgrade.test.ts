import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { messageWords } from '@stridewell/contract/messages/messages.search.rules';
import type pg from 'pg';
import { expect, inject, it } from 'vitest';
import { PLACEMENT } from '../src/core/tenancy/placement.ts';
import { queues } from '../src/jobs.ts';
import { distributeTables } from '../src/platform/db/distribute.ts';
import { migrateDatabase } from '../src/platform/db/migrate.ts';
import { withConnection } from '../src/platform/db/pool.ts';
import { APP_ROLE, urlOfRole } from '../src/platform/db/roles.ts';
import { copyEarlierSchema, createDatabase, dropDatabase, findMachines, schemaFolders } from '../test/cluster.ts';
import { CLASSES } from '../test/table-classes.ts';

/** Later migrations add a tenant table with rows and a foreign key, and change distributed and copied tables. */
const LAST_BEFORE = 75;
/** A separate installation, because databases of one cluster cannot share login roles. */
const SECRET = 'a-secret-that-only-the-upgrade-of-a-cluster-knows-0123456789';

const TEXT = 'My KNEE clicked; 3x10 @ 62.5kg.';
const [COACH, OTHER_COACH, CLIENT, PERSON, MESSAGE] = Array.from({ length: 5 }, () => randomUUID());

/** Written as SQL, because the columns of today are not there yet. */
const ROWS = [
  `INSERT INTO users (id, email, full_name) VALUES ('${COACH}', 'coach@studio.example', 'Ana'),
    ('${OTHER_COACH}', 'other@studio.example', 'Ben'), ('${PERSON}', 'nina@example.com', 'Nina')`,
  `INSERT INTO preferences (user_id, time_zone) VALUES ('${PERSON}', 'Asia/Tokyo')`,
  `INSERT INTO coaches (id, user_id, status, full_name) VALUES ('${COACH}', '${COACH}', 'active', 'Ana'),
    ('${OTHER_COACH}', '${OTHER_COACH}', 'active', 'Ben')`,
  `INSERT INTO clients (id, full_name, email) VALUES ('${PERSON}', 'Nina', 'nina@example.com')`,
  `INSERT INTO client_coach_relationships
      (coach_id, client_id, person_id, full_name, email, status, onboarding_completed, check_in_anchor, accepted_at)
    VALUES ('${COACH}', '${CLIENT}', '${PERSON}', 'Nina', 'nina@example.com', 'active', true, '2026-01-05', now())`,
  `INSERT INTO coachings (coach_id, client_id, user_id, status)
    VALUES ('${COACH}', '${CLIENT}', '${PERSON}', 'active') ON CONFLICT DO NOTHING`,
  `INSERT INTO conversations (coach_id, client_id, last_seq, last_message_at) VALUES ('${COACH}', '${CLIENT}', 1, now())`,
  `INSERT INTO messages (coach_id, client_id, id, seq, sender, body, created_at)
    VALUES ('${COACH}', '${CLIENT}', '${MESSAGE}', 1, 'client', '${TEXT}', now())`,
];

type Earlier = { url: string; owner: pg.Client; upgrade: () => Promise<void> };

/** Works with a database of the version before. It has no rows and is not distributed. */
async function withEarlierCluster(work: (database: Earlier) => Promise<void>): Promise<void> {
  const clusterUrl = inject('clusterUrl');
  const nodes = await findMachines(clusterUrl);
  if (!nodes) throw new Error('this is no cluster');
  const name = `upgrade_${randomBytes(5).toString('hex')}`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-migrations-'));
  const migrate = (ownerUrl: string, folders = schemaFolders) =>
    migrateDatabase({ ...folders, ownerUrl, secret: SECRET, placement: PLACEMENT, queues });
  try {
    const url = await createDatabase(nodes, name);
    await migrate(url, await copyEarlierSchema(folder, LAST_BEFORE));
    await withConnection(url, (owner) => work({ url, owner, upgrade: () => migrate(url) }));
  } finally {
    await dropDatabase(nodes, name);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The placement of the tables that a database has, which an earlier version placed. */
async function placementOf(owner: pg.Client) {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const known = new Set(rows.map(({ name }) => name));
  return { ...PLACEMENT, reference: PLACEMENT.reference.filter((table) => known.has(table)) };
}

it('upgrades a database that is distributed already', async () => {
  await withEarlierCluster(async ({ url, owner, upgrade }) => {
    for (const row of ROWS) await owner.query(row);
    // Another number than the default, as in a cluster that was set up with few shards.
    await owner.query('SET citus.shard_count = 2');
    await distributeTables(owner, { ...(await placementOf(owner)), secret: SECRET });
    await owner.query('RESET citus.shard_count');

    await upgrade();

    const placed = await distributeTables(owner, { ...PLACEMENT, secret: SECRET });
    expect(placed.filter(({ before }) => !before)).toEqual([]);
    expect(placed.flatMap(({ table, placed: how }) => (how === 'spread' ? [table] : []))).toEqual(
      [...CLASSES.tenant].sort(),
    );
    const { rows: zones } = await owner.query('SELECT time_zone FROM coachings');
    expect(zones).toEqual([{ time_zone: 'Asia/Tokyo' }]);

    // The policies of a new table hold on the machine that has its rows.
    const wordsFor = (coachId: string | undefined) =>
      withConnection(urlOfRole(url, APP_ROLE, SECRET), async (app) => {
        await app.query('BEGIN');
        await app.query(`SET LOCAL app.role = 'coach'`);
        await app.query(`SET LOCAL app.coach_id = '${coachId}'`);
        const { rows } = await app.query<{ word: string }>('SELECT word FROM message_words WHERE coach_id = $1', [
          COACH,
        ]);
        await app.query('COMMIT');
        return rows.map(({ word }) => word).sort();
      });
    expect(await wordsFor(COACH)).toEqual(messageWords(TEXT).sort());
    expect(await wordsFor(OTHER_COACH)).toEqual([]);

    const stray = owner.query(
      `INSERT INTO message_words (coach_id, word, created_at, message_id, client_id)
        VALUES ($1, 'knee', now(), gen_random_uuid(), $2)`,
      [COACH, CLIENT],
    );
    await expect(stray).rejects.toMatchObject({ code: '23503' });
    await owner.query('DELETE FROM messages WHERE coach_id = $1', [COACH]);
    expect((await owner.query('SELECT FROM message_words WHERE coach_id = $1', [COACH])).rowCount).toBe(0);
  });
}, 300_000);
