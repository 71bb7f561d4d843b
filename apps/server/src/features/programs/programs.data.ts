import type { Program } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { and, asc, count, countDistinct, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { timelineEvent } from '../../core/events/events.data.ts';
import { isCurrent } from '../../core/relationships/relationships.data.ts';
import { relationships } from '../../core/relationships/relationships.table.ts';
import type { CoachKey } from '../../core/tenancy/placement.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { clientPrograms, programs, programVersions } from './programs.table.ts';

type CoachTx = Tx<CoachScope>;

const isProgram = (tx: CoachTx, id: string) => and(eq(programs.coachId, tx.scope.coachId), eq(programs.id, id));

/** The coach's templates, without their content. */
export const selectPrograms = (tx: CoachTx) =>
  tx
    .select({
      id: programs.id,
      name: programs.name,
      description: programs.description,
      frequency: programs.frequency,
      split: programs.split,
      weeks: programs.weeks,
      folder: programs.folder,
      tags: programs.tags,
      updatedAt: programs.updatedAt,
    })
    .from(programs)
    .where(eq(programs.coachId, tx.scope.coachId));

/** Counts current clients who follow each template on `today` or later. */
export async function countFollowers(tx: CoachTx, today: string): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .select({ programId: clientPrograms.programId, clients: countDistinct(clientPrograms.clientId) })
    .from(clientPrograms)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, clientPrograms.coachId), eq(relationships.clientId, clientPrograms.clientId)),
    )
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        isNotNull(clientPrograms.programId),
        gte(clientPrograms.endDay, today),
        isCurrent,
      ),
    )
    .groupBy(clientPrograms.programId);
  return new Map(rows.map(({ programId, clients }) => [programId ?? '', clients]));
}

const STORED = {
  id: programs.id,
  content: programs.content,
  folder: programs.folder,
  tags: programs.tags,
  version: programs.version,
  generated: programs.generated,
  updatedAt: programs.updatedAt,
};

export async function findProgram(tx: CoachTx, id: string) {
  const [row] = await tx.select(STORED).from(programs).where(isProgram(tx, id));
  return row;
}

/** Locks a template until the transaction ends. With `share`, other requests can read it under the same lock. */
export async function lockProgram(tx: CoachTx, id: string, strength: 'update' | 'share' = 'update') {
  const [row] = await tx.select(STORED).from(programs).where(isProgram(tx, id)).for(strength);
  return row;
}

/** Locks the coach's templates until the transaction ends, so that concurrent additions cannot exceed the limit. */
export async function lockTemplates(tx: CoachTx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`programs:${tx.scope.coachId}`}, 0))`);
}

export async function countPrograms(tx: CoachTx): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(programs).where(eq(programs.coachId, tx.scope.coachId));
  return row?.count ?? 0;
}

export type TemplateInput = { program: Program; folder: string; tags: string[] };

const columnsOf = ({ program, folder, tags }: TemplateInput) => ({
  name: program.name,
  description: program.description,
  frequency: program.frequency,
  split: program.split,
  weeks: weeksOf(program).length,
  content: program,
  folder,
  tags,
});

export async function insertProgram(
  tx: CoachTx,
  id: string,
  input: TemplateInput,
  { generated, now }: { generated: boolean; now: Date },
): Promise<void> {
  await tx.insert(programs).values({ coachId: tx.scope.coachId, id, ...columnsOf(input), generated, updatedAt: now });
}

export async function updateProgram(
  tx: CoachTx,
  id: string,
  input: TemplateInput,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  await tx
    .update(programs)
    .set({ ...columnsOf(input), version, updatedAt: now })
    .where(isProgram(tx, id));
}

/** Deletes a template. Unlinks client programs in a second statement, which sees concurrent assignments. */
export async function deleteProgramRow(tx: CoachTx, id: string): Promise<void> {
  await tx.delete(programs).where(isProgram(tx, id));
  await tx
    .update(clientPrograms)
    .set({ programId: null })
    .where(and(eq(clientPrograms.coachId, tx.scope.coachId), eq(clientPrograms.programId, id)));
}

/** A new version replaces the latest one if that was started within this time. */
const VERSION_MS = 10 * 60_000;
const VERSIONS_MAX = 30;

const isVersionOf = (tx: CoachTx, programId: string) =>
  and(eq(programVersions.coachId, tx.scope.coachId), eq(programVersions.programId, programId));

/** Stores a version of a template. Replaces the latest one if that was started within ten minutes. */
export async function keepVersion(
  tx: CoachTx,
  programId: string,
  { version, content, now }: { version: number; content: Program; now: Date },
): Promise<void> {
  const { coachId } = tx.scope;
  const [latest] = await tx
    .select({ version: programVersions.version, startedAt: programVersions.startedAt })
    .from(programVersions)
    .where(isVersionOf(tx, programId))
    .orderBy(desc(programVersions.version))
    .limit(1);
  if (latest && now.getTime() - latest.startedAt.getTime() < VERSION_MS) {
    await tx
      .update(programVersions)
      .set({ version, content, savedAt: now })
      .where(and(isVersionOf(tx, programId), eq(programVersions.version, latest.version)));
    return;
  }
  await tx.insert(programVersions).values({ coachId, programId, version, content, startedAt: now, savedAt: now });
  const oldest = tx
    .select({ version: programVersions.version })
    .from(programVersions)
    .where(isVersionOf(tx, programId))
    .orderBy(desc(programVersions.version))
    .offset(VERSIONS_MAX)
    .limit(1);
  await tx.delete(programVersions).where(and(isVersionOf(tx, programId), lte(programVersions.version, oldest)));
}

/** Stored versions, latest first, which may include the current one. */
export const selectVersions = (tx: CoachTx, programId: string) =>
  tx
    .select({ version: programVersions.version, savedAt: programVersions.savedAt })
    .from(programVersions)
    .where(isVersionOf(tx, programId))
    .orderBy(desc(programVersions.version));

export async function findVersion(tx: CoachTx, programId: string, version: number) {
  const [row] = await tx
    .select({ version: programVersions.version, savedAt: programVersions.savedAt, program: programVersions.content })
    .from(programVersions)
    .where(and(isVersionOf(tx, programId), eq(programVersions.version, version)));
  return row;
}

/** Programs from a template that are not over on `today`, by client name. Excludes former clients. */
export const selectFollowing = (tx: CoachTx, programId: string, today: string) =>
  tx
    .select({
      id: clientPrograms.id,
      clientId: clientPrograms.clientId,
      clientName: relationships.fullName,
      template: clientPrograms.template,
      program: clientPrograms.content,
      startDay: clientPrograms.startDay,
      weekdays: clientPrograms.weekdays,
      moved: clientPrograms.moved,
    })
    .from(clientPrograms)
    .innerJoin(
      relationships,
      and(eq(relationships.coachId, clientPrograms.coachId), eq(relationships.clientId, clientPrograms.clientId)),
    )
    .where(
      and(
        eq(clientPrograms.coachId, tx.scope.coachId),
        eq(clientPrograms.programId, programId),
        gte(clientPrograms.endDay, today),
        isCurrent,
      ),
    )
    .orderBy(asc(relationships.nameKey), asc(clientPrograms.clientId), asc(clientPrograms.startDay));

/** Timeline lines of a client's programs. Excludes programs that were removed before they started. */
export const programLine = (
  coachId: CoachKey,
) => sql`select jsonb_build_object('kind', 'program', 'id', ${timelineEvent.id},
    'event', split_part(${timelineEvent.type}, '.', 2), 'name', p.name,
    'startDay', ${timelineEvent.data} ->> 'startDay') as line
  from client_programs p where p.coach_id = ${coachId} and p.id = ${timelineEvent.subjectId}`;
