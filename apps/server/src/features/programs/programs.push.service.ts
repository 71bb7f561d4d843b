import { isDeepStrictEqual } from 'node:util';
import type { Program } from '@stridewell/contract/programs/programs';
import { describeChanges } from '@stridewell/contract/programs/programs.changes.rules';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { refuse } from '../../core/refusals.ts';
import { isOpenRelationship } from '../../core/relationships/relationships.data.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { requireFilledDays } from './programs.assign.service.ts';
import {
  lockClients,
  lockFollowing,
  type StoredClientProgram,
  selectSpans,
  updateClientProgram,
} from './programs.clients.data.ts';
import { endDayWith, isValidProgram, readTodays } from './programs.clients.service.ts';
import { selectFollowing } from './programs.data.ts';
import { mergeProgram } from './programs.merge.rules.ts';
import {
  announceChange,
  type LockedClient,
  type ProgramDeps,
  shortenChanges,
  todayOf,
} from './programs.notice.service.ts';
import { holdPast } from './programs.past.rules.ts';
import { getProgram, holdProgram } from './programs.service.ts';

export type PushOutcome = 'updated' | 'merged' | 'unchanged' | 'finished';
type Pushed = { outcome: 'updated' | 'merged' | 'unchanged'; program: Program; kept: string[] };

const dayNames = (program: Program): string[] =>
  weeksOf(program).flatMap(({ week, number }) => week.days.map(({ name }) => `Week ${number}, ${name}`));

type Followed = Pick<StoredClientProgram, 'template' | 'program' | 'startDay' | 'weekdays' | 'moved'>;

/** Merges the current `template` into the client's program. Days before `today` (the client's day) do not change. */
function pushInto(row: Followed, template: Program, today: string): Pushed {
  const { template: base, program: own, startDay, weekdays, moved } = row;
  const hold = (changed: Program) => holdPast({ own, changed, dates: { startDay, weekdays, moved }, today });
  const unchanged: Pushed = { outcome: 'unchanged', program: own, kept: [] };
  if (isDeepStrictEqual(base, template)) return unchanged;
  if (isDeepStrictEqual(base, own)) {
    const program = hold(template);
    // All that the template changed is past.
    return isDeepStrictEqual(program, own) ? unchanged : { outcome: 'updated', program, kept: [] };
  }
  const { program: merged, kept } = mergeProgram({ base, own, template });
  const program = hold(merged);
  if (!isValidProgram(program)) return { outcome: 'merged', program: own, kept: dayNames(own) };
  return { outcome: 'merged', program, kept };
}

/**
 * Previews the changes of a template's latest version for each client who follows it.
 * @throws NOT_FOUND
 */
export async function previewPush(tx: Tx<CoachScope>, programId: string, deps: ProgramDeps) {
  const { version, program: template } = await getProgram(tx, programId);
  const rows = await selectFollowing(tx, programId, todayOf(deps));
  const todayFor = await readTodays(tx, deps);
  return {
    version,
    clients: rows.map(({ id: clientProgramId, clientId, clientName, ...row }) => {
      const { outcome, program, kept } = pushInto(row, template, todayFor(clientId));
      return {
        clientProgramId,
        clientId,
        clientName,
        outcome,
        changes: shortenChanges(describeChanges(row.program, program)),
        kept,
      };
    }),
  };
}

/** Of a client's two programs, the changed one determines the outcome. */
const PRIORITY: readonly PushOutcome[] = ['merged', 'updated', 'unchanged', 'finished'];

async function pushOne(
  tx: Tx<CoachScope>,
  deps: ProgramDeps,
  {
    client,
    row,
    template,
    today,
  }: { client: LockedClient; row: StoredClientProgram; template: Program; today: string },
): Promise<PushOutcome> {
  const own = row.program;
  const { outcome, program } = pushInto(row, template, today);
  if (outcome === 'unchanged') return outcome;
  if (isDeepStrictEqual(own, program)) {
    await updateClientProgram(tx, row.id, { template });
    return outcome;
  }
  // Read again for each program, because the previous one may have changed its length.
  const endDay = endDayWith(program, row, await selectSpans(tx, [row.clientId]));
  await updateClientProgram(tx, row.id, { template, content: program, version: row.version + 1, endDay });
  const changes = describeChanges(own, program);
  await announceChange(tx, deps, client, { id: row.id, name: program.name, changes });
  return outcome;
}

/**
 * Gives clients the version of a template that the coach has seen. Idempotent.
 * @returns outcomes in the order of `clientIds`
 * @throws NOT_FOUND, PROGRAM_CHANGED when `version` is not the latest, EMPTY_DAYS
 */
export async function pushProgram(
  tx: Tx<CoachScope, 'PROGRAM_CHANGED' | 'EMPTY_DAYS'>,
  { programId, version, clientIds }: { programId: string; version: number; clientIds: readonly string[] },
  deps: ProgramDeps,
): Promise<{ clientId: string; outcome: PushOutcome }[]> {
  const stored = await holdProgram(tx, programId);
  if (stored.version !== version) throw refuse(tx, 'PROGRAM_CHANGED');
  requireFilledDays(tx, stored.program);
  const clients = new Map((await lockClients(tx, clientIds)).map((client) => [client.clientId, client]));
  const rows = await lockFollowing(tx, { programId, clientIds, today: todayOf(deps) });
  const todayFor = await readTodays(tx, deps);
  const outcomes = new Map<string, PushOutcome[]>();
  for (const row of rows) {
    const client = clients.get(row.clientId);
    if (!client || !isOpenRelationship(client)) continue;
    const outcome = await pushOne(tx, deps, {
      client,
      row,
      template: stored.program,
      today: todayFor(row.clientId),
    });
    outcomes.set(row.clientId, [...(outcomes.get(row.clientId) ?? []), outcome]);
  }
  return clientIds.map((clientId) => ({
    clientId,
    outcome: PRIORITY.find((outcome) => outcomes.get(clientId)?.includes(outcome)) ?? 'finished',
  }));
}
