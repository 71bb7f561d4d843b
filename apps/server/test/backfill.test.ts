import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { EVENT_TYPES, eventSchemas } from '@stridewell/contract/events';
import type { FoodInput } from '@stridewell/contract/foods/foods';
import { ALLERGENS } from '@stridewell/contract/foods/foods.rules';
import { messageWords } from '@stridewell/contract/messages/messages.search.rules';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { copyEarlierSchema, createEarlierDatabase, migrateTestDatabase } from './cluster.ts';

/** Number of the last migration of a version that had no events. */
const LAST_BEFORE_EVENTS = 20;
const LAST_BEFORE_WORDS = 77;
const LAST_BEFORE_KINDS = 79;

type Earlier = { owner: NodePgDatabase; upgrade: () => Promise<void> };

/** Works with a database of an earlier version, whose last migration has the number `last`. */
async function withEarlierDatabase(last: number, work: (database: Earlier) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stridewell-migrations-'));
  const earlier = await copyEarlierSchema(folder, last);
  const { url, drop } = await createEarlierDatabase(inject('clusterUrl'), earlier);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work({ owner: drizzle(client), upgrade: () => migrateTestDatabase(url) });
  } finally {
    await client.end();
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

it('turns the rows of an existing installation into events', async () => {
  await withEarlierDatabase(LAST_BEFORE_EVENTS, async ({ owner, upgrade }) => {
    // Written as SQL, because the columns of today are not there yet.
    const [coach, person] = [{ id: randomUUID() }, { id: randomUUID(), name: 'Nina', email: 'nina@example.com' }];
    await owner.execute(sql`insert into users (id, email, full_name)
      values (${coach.id}, 'coach@studio.example', 'Ana'), (${person.id}, ${person.email}, ${person.name})`);
    await owner.execute(sql`insert into coaches (id, user_id, status, full_name)
      values (${coach.id}, ${coach.id}, 'active', 'Ana')`);
    const clientId = randomUUID();
    await owner.execute(sql`insert into clients (id, full_name, email)
      values (${person.id}, ${person.name}, ${person.email})`);
    await owner.execute(sql`insert into client_coach_relationships
      (coach_id, client_id, person_id, full_name, email, status, onboarding_completed, accepted_at, check_in_anchor)
      values (${coach.id}, ${clientId}, ${person.id}, ${person.name}, ${person.email}, 'active', true, now(), '2026-01-05')`);
    const key = sql`${coach.id}::uuid, ${clientId}::uuid`;
    const history = [
      'added',
      'accepted',
      'paused',
      'archived',
      'restored',
      'resumed',
      'record_edited',
      'archived',
      'restored',
    ];
    for (const [day, kind] of history.entries()) {
      const fields = kind === 'record_edited' ? '{diet}' : '{}';
      await owner.execute(sql`insert into client_events (coach_id, client_id, id, kind, actor, fields, at)
        values (${key}, gen_random_uuid(), ${kind}, 'coach', ${fields}, timestamptz '2026-01-01' + ${day} * interval '1 day')`);
    }
    // Devices choose ids, so two kinds of rows may have the same one.
    const id = randomUUID();
    const reviewedAt = '2026-01-06T18:00:00Z';
    await owner.execute(sql`insert into check_ins
      (coach_id, client_id, id, day, weight_kg, adherence, energy, sleep_hours, submitted_at, by_coach, reviewed_at)
      values (${key}, ${id}, '2026-01-05', 80, 85, 4, 7.5, '2026-01-05T17:00:00Z', false, ${reviewedAt}),
      (${key}, gen_random_uuid(), '2026-01-12', null, 85, 4, 7.5, '2026-01-12T17:00:00Z', true, ${reviewedAt})`);
    await owner.execute(sql`insert into conversations (coach_id, client_id, last_seq, last_message_at)
      values (${key}, 1, now())`);
    await owner.execute(sql`insert into messages (coach_id, client_id, id, seq, sender, body, created_at)
      values (${key}, ${id}, 1, 'client', 'Hello', now())`);
    await owner.execute(sql`insert into coach_sessions
      (coach_id, client_id, id, client_name, session_date, session_type, status, cancelled_at)
      values (${key}, ${id}, 'N', '2026-02-01', 'Call', 'completed', null),
      (${key}, gen_random_uuid(), 'N', '2026-02-02', 'Call', 'scheduled', now())`);
    await owner.execute(sql`insert into client_notes (coach_id, client_id, id, text, day, created_at)
      values (${key}, ${id}, 'Knee', '2026-01-05', now())`);
    await owner.execute(sql`insert into measurements (coach_id, client_id, id, kind, day, value, source, recorded_at)
      select ${key}, gen_random_uuid(), kind, '2026-01-05', 80, 'client', timestamptz '2026-01-05'
      from unnest(array['waist', 'hips']) kind`);
    await owner.execute(sql`insert into leads
      (coach_id, id, name, email, status, source, last_contact, trial_started_on, closed_on, client_id, created_at)
      select ${coach.id}::uuid, gen_random_uuid(), name, upper(name) || '@example.com', status, 'Google', '2026-02-01',
        trial, closed, client, '2026-01-10'
      from (values ('new', 'new', null::date, null::date, null::uuid), ('pitched', 'pitched', null, null, null),
        ('trial', 'pitched', '2026-02-02', null, null), ('lost', 'new', '2026-02-02', '2026-02-09', null),
        ('won', 'pitched', '2026-02-02', null, ${clientId}::uuid)) as old(name, status, trial, closed, client)`);
    await owner.execute(sql`insert into ledger_entries (coach_id, id, kind, amount_cents, currency, occurred_on, category)
      select ${coach.id}::uuid, gen_random_uuid(), 'revenue', 5000, 'USD', day, 'Coaching'
      from unnest(array['2024-02-29', '2024-02-01', '2025-12-31']::date[]) day`);

    await owner.execute(sql`insert into contact_submissions (id, form_data, security, created_at) values
      (gen_random_uuid(), ${JSON.stringify({ firstName: 'Ana', lastName: 'Ruiz', businessName: 'Ruiz', businessEmail: ' Coach@studio.example', sourceChannel: 'Google' })}, '{}', '2025-01-01'),
      (gen_random_uuid(), ${JSON.stringify({ firstName: 'Ben', lastName: 'Ono', businessName: 'Ono', businessEmail: 'ben@ono.example' })}, '{}', '2025-01-02')`);
    await owner.execute(sql`insert into form_submissions (id, full_name, email, social_proof, interest_reason, time_suck,
        tools_used, success_vision, form_source, created_at)
      values (gen_random_uuid(), 'Ida Berg', 'ida@berg.example', '@ida', '', 'All', 'None', 'Rest', 'Demo', '2025-01-03')`);
    await owner.execute(sql`insert into demo_bookings (id, starts_at, full_name, email, time_zone, answers, token_digest)
      values (gen_random_uuid(), '2025-02-01', 'Ida Berg', 'ida@berg.example', 'UTC', '', 'x')`);

    await upgrade();

    const { rows } = await owner.execute<{ type: string; data: { status?: string; kinds?: string[] } }>(
      sql`select type, data from events where client_id = ${clientId} order by occurred_at, type`,
    );
    for (const type of EVENT_TYPES) {
      for (const { data } of rows.filter((row) => row.type === type)) eventSchemas[type].parse(data);
    }
    const { rows: directory } = await owner.execute(sql`select user_id, status, invited_email from coachings`);
    expect(directory).toEqual([{ user_id: person.id, status: 'active', invited_email: null }]);
    const counted = Map.groupBy(rows, ({ type }) => type);
    expect(Object.fromEntries([...counted].map(([type, of]) => [type, of.length]))).toEqual({
      'relationship.added': 1,
      'relationship.accepted': 1,
      'relationship.paused': 1,
      'relationship.archived': 2,
      'relationship.restored': 2,
      'relationship.resumed': 1,
      'record.updated': 1,
      'checkin.schedule_set': 1,
      'checkin.submitted': 2,
      'checkin.reviewed': 1,
      'message.sent': 1,
      'session.started': 2,
      'session.completed': 1,
      'session.cancelled': 1,
      'note.created': 1,
      'measurement.recorded': 1,
    });
    expect(counted.get('relationship.restored')?.map(({ data }) => data.status)).toEqual(['paused', 'active']);
    expect(counted.get('measurement.recorded')?.[0]?.data.kinds).toEqual(['hips', 'waist']);
    const { rows: leads } = await owner.execute(sql`select l.name, l.email, l.status, l.lost_reason,
        array_agg(e.to_status order by e.occurred_at) as path
      from leads l join lead_events e on e.coach_id = l.coach_id and e.lead_id = l.id
      group by l.coach_id, l.id order by l.name`);
    const lead = (name: string, path: string[]) => ({
      name,
      email: `${name}@example.com`,
      status: name,
      path,
      lost_reason: name === 'lost' ? 'other' : null,
    });
    expect(leads).toEqual([
      lead('lost', ['new', 'lost']),
      lead('new', ['new']),
      lead('pitched', ['new', 'pitched']),
      lead('trial', ['new', 'trial']),
      lead('won', ['new', 'won']),
    ]);
    const { rows: months } = await owner.execute(
      sql`select month::text, summed_version from ledger_months where coach_id = ${coach.id} order by month`,
    );
    expect(months).toEqual([
      { month: '2024-02-01', summed_version: null },
      { month: '2025-12-01', summed_version: null },
    ]);
    const { rows: inbox } = await owner.execute(
      sql`select kind, name, email, status, demo_at is not null as demo from contacts order by received_at`,
    );
    expect(inbox).toEqual([
      { kind: 'contact', name: 'Ana Ruiz', email: 'coach@studio.example', status: 'new', demo: false },
      { kind: 'contact', name: 'Ben Ono', email: 'ben@ono.example', status: 'new', demo: false },
      { kind: 'demo', name: 'Ida Berg', email: 'ida@berg.example', status: 'new', demo: true },
    ]);
    const { rows: prospects } = await owner.execute(
      sql`select name, stage, first_touch, heard_from, coach_id from prospects order by name`,
    );
    expect(prospects).toEqual([
      { name: 'Ana', stage: 'trial', first_touch: 'contact_form', heard_from: 'Google', coach_id: coach.id },
      { name: 'Ida Berg', stage: 'demo_booked', first_touch: 'demo_request', heard_from: '', coach_id: null },
    ]);
  });
}, 60_000);

/** Texts of many scripts, and ones that were written to break a search. */
const TEXTS = [
  'Hello, hello! My KNEE clicked; 3x10 @ 62.5kg.',
  'Crème brûlée, Ærø, Straße, İstanbul, Ｆｕｌｌ ｗｉｄｔｈ, ﬁne ½ ² ™',
  'КОЛЕНО болит, ёлка; ΓΟΝΑΤΟ πονάει',
  'الركبة تؤلمني، مُحَمَّد — הברך כואבת, שָׁלוֹם',
  '膝が痛い。足も 무릎이 아파요 घुटने में दर्द เข่าเจ็บ',
  '“Quoted” ‘single’ don’t it’s—dash…ellipsis •bullet ¿qué? ¡no!',
  '💪❤️ 👨‍👩‍👧 🇩🇪 a💪b 1️⃣ \u200bzero\u200dwidth\ufeff \u202eright',
  `'; drop table messages; -- %_ \\ $1 [a-z]+`,
  'x'.repeat(10_000),
  'word '.repeat(2000),
  ' \n\t ',
  '?!',
];

it('lets messages of an existing installation be found by their words', async () => {
  await withEarlierDatabase(LAST_BEFORE_WORDS, async ({ owner, upgrade }) => {
    const [coachId, clientId] = [randomUUID(), randomUUID()];
    await owner.execute(
      sql`insert into users (id, email, full_name) values (${coachId}, 'coach@studio.example', 'Ana')`,
    );
    await owner.execute(sql`insert into coaches (id, user_id, status, full_name)
      values (${coachId}, ${coachId}, 'active', 'Ana')`);
    await owner.execute(sql`insert into client_coach_relationships
      (coach_id, client_id, full_name, email, status, onboarding_completed, check_in_anchor)
      values (${coachId}, ${clientId}, 'Nina', 'nina@example.com', 'active', true, '2026-01-05')`);
    await owner.execute(sql`insert into conversations (coach_id, client_id, last_seq, last_message_at)
      values (${coachId}, ${clientId}, ${TEXTS.length}, now())`);
    for (const [index, text] of TEXTS.entries()) {
      await owner.execute(sql`insert into messages (coach_id, client_id, id, seq, sender, body, created_at)
        values (${coachId}, ${clientId}, gen_random_uuid(), ${index + 1}, 'client', ${text}, now())`);
    }
    await upgrade();
    const { rows } = await owner.execute<{ body: string; words: string[] }>(sql`select m.body,
        array(select w.word from message_words w where w.coach_id = m.coach_id and w.message_id = m.id
          and w.client_id = m.client_id and w.created_at = m.created_at) as words
      from messages m order by m.seq`);
    for (const { body, words } of rows) expect([body, words.sort()]).toEqual([body, messageWords(body).sort()]);
    expect(rows).toHaveLength(TEXTS.length);
  });
}, 60_000);

it('turns lists of allergens and diets into what is known of each, and never what is unknown into no', async () => {
  await withEarlierDatabase(LAST_BEFORE_KINDS, async ({ owner, upgrade }) => {
    const lists = [
      { name: 'unchecked', allergens: null, diets: null },
      { name: 'nothing', allergens: [], diets: [] },
      { name: 'muesli', allergens: ['gluten', 'nuts', 'milk'], diets: ['vegetarian', 'halal'] },
    ];
    const importId = randomUUID();
    await owner.execute(sql`insert into food_imports (id, status) values (${importId}, 'imported')`);
    for (const { name, allergens, diets } of lists) {
      const [allergenList, dietList] = [allergens, diets].map((list) => (list ? JSON.stringify(list) : null));
      await owner.execute(sql`insert into foods (id, key, name, brand, category, unit, kcal, protein, carbohydrate, fat,
          portions, allergens, diets, source, source_id, changed_at)
        values (gen_random_uuid(), ${name}, ${name}, '', 'other', 'g', 1, 1, 1, 1, '[]', ${allergenList}::jsonb,
          ${dietList}::jsonb, '', '', now())`);
      await owner.execute(sql`insert into food_import_rows (import_id, key, "row", version, before)
        values (${importId}, ${name}, '{"name": "x", "allergens": ["milk"]}', 2,
          ${JSON.stringify({ name, allergens, diets })}::jsonb)`);
    }

    await upgrade();

    type Known = { name: string; allergens: FoodInput['allergens']; diets: FoodInput['diets'] };
    const { rows } = await owner.execute<Known>(
      sql`select name, allergens, diets from foods where source = '' order by name`,
    );
    const [muesli, nothing, unchecked] = rows;
    expect(unchecked).toMatchObject({ allergens: { yes: [], no: [] }, diets: { yes: [], no: [] } });
    expect(nothing).toMatchObject({ allergens: { yes: [] }, diets: { yes: [], no: [] } });
    expect(nothing?.allergens.no.toSorted()).toEqual(ALLERGENS.toSorted());
    expect(muesli).toMatchObject({ allergens: { yes: ['milk'] }, diets: { yes: ['vegetarian', 'halal'], no: [] } });
    expect(muesli?.allergens.no).toContain('fish');
    for (const kind of ['milk', 'wheat', 'oats', 'almonds', 'macadamias'] as const) {
      expect(muesli?.allergens.no).not.toContain(kind);
    }
    const { rows: before } = await owner.execute<Known>(
      sql`select before ->> 'name' as name, before -> 'allergens' as allergens, before -> 'diets' as diets
        from food_import_rows order by key`,
    );
    expect(before).toEqual(rows);
    const { rows: staged } = await owner.execute(sql`select distinct "row"::text as text from food_import_rows`);
    expect(staged).toEqual([{ text: '{"name": "x"}' }]);
    const { rows: found } = await owner.execute(sql`select count(*)::int as words from food_words w join foods f
      on f.id = w.food_id where f.name = 'muesli'`);
    expect(found).toEqual([{ words: 1 }]);
  });
}, 60_000);
