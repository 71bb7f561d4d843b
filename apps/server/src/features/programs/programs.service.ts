import { isDeepStrictEqual } from 'node:util';
import { compareNames } from '@stridewell/contract/exercises/exercises.rules';
import type { Program, ProgramSummary, StoredProgram } from '@stridewell/contract/programs/programs';
import { PROGRAM_BOUNDS, weeksOf } from '@stridewell/contract/programs/programs.rules';
import { z } from 'zod';
import { refuse } from '../../core/refusals.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import {
  countFollowers,
  countPrograms,
  deleteProgramRow,
  findProgram,
  findVersion,
  insertProgram,
  keepVersion,
  lockProgram,
  lockTemplates,
  selectPrograms,
  selectVersions,
  type TemplateInput,
  updateProgram,
} from './programs.data.ts';
import { BUILT_IN_PROGRAMS, type BuiltInProgram } from './programs.examples.content.ts';

const builtIns: ReadonlyMap<string, BuiltInProgram> = new Map(BUILT_IN_PROGRAMS.map((one) => [one.id, one]));

/** Built-in templates have words as ids; a coach's own templates have UUIDs. */
const isOwnId = (id: string): boolean => z.uuid().safeParse(id).success;

type StoredRow = NonNullable<Awaited<ReturnType<typeof findProgram>>>;

/** `generated`: the planner drafted it. */
type HeldProgram = StoredProgram & { generated: boolean };

const toStored = ({ content: program, updatedAt, ...row }: StoredRow): HeldProgram => ({
  ...row,
  builtIn: false,
  program,
  updatedAt: updatedAt.toISOString(),
});

/** @throws NOT_FOUND */
function findBuiltIn(id: string): HeldProgram {
  const found = builtIns.get(id);
  if (!found) throw refuse('NOT_FOUND');
  return { ...found, builtIn: true, folder: '', tags: [], version: 1, updatedAt: null, generated: false };
}

function summarize({ id, program }: BuiltInProgram, clients: number): ProgramSummary {
  const { name, description, frequency, split } = program;
  const facts = { name, description, frequency, split, weeks: weeksOf(program).length };
  return { ...facts, id, builtIn: true, folder: '', tags: [], clients, updatedAt: null };
}

/** Built-in templates and the coach's own, by name. */
export async function listPrograms(tx: Tx<CoachScope>, today: string): Promise<ProgramSummary[]> {
  const [rows, followers] = await Promise.all([selectPrograms(tx), countFollowers(tx, today)]);
  const own = rows.map(
    ({ updatedAt, ...row }): ProgramSummary => ({
      ...row,
      builtIn: false,
      clients: followers.get(row.id) ?? 0,
      updatedAt: updatedAt.toISOString(),
    }),
  );
  const examples = BUILT_IN_PROGRAMS.map((example) => summarize(example, followers.get(example.id) ?? 0));
  return [...own, ...examples].sort((a, b) => compareNames(a.name, b.name));
}

/** @throws NOT_FOUND */
export async function getProgram(tx: Tx<CoachScope>, id: string): Promise<StoredProgram> {
  if (!isOwnId(id)) return findBuiltIn(id);
  const row = await findProgram(tx, id);
  if (!row) throw refuse('NOT_FOUND');
  return toStored(row);
}

/** The content of a coach's own template; null for an unknown one. */
export async function readTemplate(tx: Tx<CoachScope>, id: string): Promise<Program | null> {
  return (await findProgram(tx, id))?.content ?? null;
}

/** The content of an own or built-in template; null for a deleted or unknown one. */
export const readProgram = async (tx: Tx<CoachScope>, id: string): Promise<Program | null> =>
  isOwnId(id) ? readTemplate(tx, id) : (builtIns.get(id)?.program ?? null);

/**
 * Reads a template and locks it against changes until the transaction ends.
 * @throws NOT_FOUND
 */
export async function holdProgram(tx: Tx<CoachScope>, id: string): Promise<HeldProgram> {
  if (!isOwnId(id)) return findBuiltIn(id);
  const row = await lockProgram(tx, id, 'share');
  if (!row) throw refuse('NOT_FOUND');
  return toStored(row);
}

type SavedProgram = { version: number; updatedAt: string };

const toSaved = ({ version, updatedAt }: { version: number; updatedAt: Date }): SavedProgram => ({
  version,
  updatedAt: updatedAt.toISOString(),
});

const isSame = ({ content, folder, tags }: StoredRow, input: TemplateInput): boolean =>
  isDeepStrictEqual({ program: content, folder, tags }, input);

/**
 * Creates or changes a template of the coach. Idempotent.
 * @param generated whether the planner drafted the new template
 * @throws PROGRAM_CHANGED when it was changed since version `basedOn`, TOO_MANY_PROGRAMS
 */
export async function saveProgram(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED' | 'TOO_MANY_PROGRAMS'>,
  {
    programId: id,
    basedOn,
    program,
    folder,
    tags,
    generated = false,
  }: TemplateInput & { programId: string; basedOn: number; generated?: boolean },
  now: Date,
): Promise<SavedProgram> {
  const input = { program, folder, tags };
  if (basedOn === 0) await lockTemplates(tx);
  const stored = await lockProgram(tx, id);
  if (stored && isSame(stored, input)) return toSaved(stored);
  if ((stored?.version ?? 0) !== basedOn) throw refuse(tx, 'PROGRAM_CHANGED');
  const version = basedOn + 1;
  if (stored) {
    await updateProgram(tx, id, input, { version, now });
  } else {
    if ((await countPrograms(tx)) >= PROGRAM_BOUNDS.programs) throw refuse(tx, 'TOO_MANY_PROGRAMS');
    await insertProgram(tx, id, input, { generated, now });
  }
  if (!stored || !isDeepStrictEqual(stored.content, program))
    await keepVersion(tx, id, { version, content: program, now });
  return toSaved({ version, updatedAt: now });
}

/**
 * Deletes a template with its versions. Clients keep their programs. Idempotent.
 * @throws NOT_FOUND for a built-in template
 */
export async function deleteProgram(tx: Tx<CoachScope>, id: string): Promise<void> {
  if (!isOwnId(id)) throw refuse('NOT_FOUND');
  await deleteProgramRow(tx, id);
}

/**
 * Earlier versions of a template, latest first.
 * @throws NOT_FOUND
 */
export async function listProgramVersions(
  tx: Tx<CoachScope>,
  id: string,
): Promise<{ version: number; savedAt: string }[]> {
  if (!isOwnId(id)) {
    findBuiltIn(id);
    return [];
  }
  const [program, versions] = await Promise.all([findProgram(tx, id), selectVersions(tx, id)]);
  if (!program) throw refuse('NOT_FOUND');
  return versions
    .filter(({ version }) => version < program.version)
    .map(({ version, savedAt }) => ({ version, savedAt: savedAt.toISOString() }));
}

/** @throws NOT_FOUND */
export async function getProgramVersion(tx: Tx<CoachScope>, id: string, version: number) {
  const found = isOwnId(id) ? await findVersion(tx, id, version) : undefined;
  if (!found) throw refuse('NOT_FOUND');
  return { ...found, savedAt: found.savedAt.toISOString() };
}
