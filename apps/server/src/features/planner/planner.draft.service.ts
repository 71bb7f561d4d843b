import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { ExerciseEquipment } from '@stridewell/contract/exercises/exercises.rules';
import type { DraftEvent, PlannerDraft } from '@stridewell/contract/planner/planner';
import type { Provenance } from '@stridewell/contract/planner/planner.drafts';
import type { GenerationInput, GenerationReasons } from '@stridewell/contract/planner/planner.generation';
import { DRAFT_FALLBACK_TEXTS, type DraftStep } from '@stridewell/contract/planner/planner.rules';
import type { ClientProgram, Program } from '@stridewell/contract/programs/programs';
import { weeksOf } from '@stridewell/contract/programs/programs.rules';
import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { subjectOf } from '../../core/models/models.input.rules.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listExercises } from '../exercises/exercises.service.ts';
import { getClientPrograms } from '../programs/programs.clients.service.ts';
import { type PlannedClient, readClient, screen } from './planner.client.service.ts';
import { continueProgram, weeksLeft, weeksStarted } from './planner.continue.rules.ts';
import { findDraft } from './planner.data.ts';
import { buildProgram, type GeneratedProgram, type Plan, planByRules } from './planner.engine.rules.ts';
import { isSportGoal } from './planner.facts.rules.ts';
import { type GenerationProfile, LARGE_PATTERN_LABELS } from './planner.goals.content.ts';
import { fromHistory } from './planner.loads.rules.ts';
import { type Ask, draftProgramByModel, type ModelDraft, NOT_ASKED } from './planner.model.service.ts';
import { listOf } from './planner.reasons.rules.ts';
import { uncoveredBy } from './planner.screening.rules.ts';
import { toDraft } from './planner.service.ts';

/** Core work needs a mat, which any soft floor can replace [K]. */
const ALWAYS_AVAILABLE: readonly ExerciseEquipment[] = ['mat'];

/** Conditioning that does not serve a running goal [K]. */
const NOT_FOR_RUNNERS: readonly string[] = ['shadow-boxing'];

export type DraftInput = { draftId: string; clientId: string | null; profile: GenerationInput };

/** Data read before the first step of a draft. `stored`: the draft of an earlier request with this id. */
export type DraftBasis = {
  stored: PlannerDraft | null;
  client: PlannedClient | null;
  present: ClientProgram | null;
  library: readonly Exercise[];
};

/** @throws NOT_FOUND for a client of another tenant */
export async function readBasis(tx: Tx<CoachScope>, { draftId, clientId }: DraftInput, now: Date): Promise<DraftBasis> {
  const [row, library] = await Promise.all([findDraft(tx, draftId), listExercises(tx)]);
  const stored = row ? toDraft(row) : null;
  if (clientId === null) return { stored, client: null, present: null, library };
  const client = await readClient(tx, clientId, now);
  const { current, next } = await getClientPrograms(tx, clientId, client.today);
  return { stored, client, present: current ?? next, library };
}

function profileOf(
  { seed: _, ...input }: GenerationInput,
  { client, library, present }: DraftBasis,
): GenerationProfile {
  const history = client ? fromHistory(client.history, library) : { preferred: [], maxima: {}, recentSets: {} };
  const started = present && client ? weeksStarted(present, client.today) : 0;
  return {
    ...input,
    weeks: Math.min(input.weeks, weeksLeft(started)),
    equipment: [...new Set([...input.equipment, ...ALWAYS_AVAILABLE])],
    excluded: client && isSportGoal(client.record.goal) ? NOT_FOR_RUNNERS : [],
    ...history,
  };
}

/** Each exercise of a program once, with its reason. */
function explainExercises(program: Program, reasons: Readonly<Record<string, string>>): GenerationReasons['exercises'] {
  const exercises = weeksOf(program).flatMap(({ week }) => week.days.flatMap(({ workout }) => workout.exercises));
  const names = new Map(exercises.flatMap(({ exerciseId, name }) => (exerciseId ? [[exerciseId, name]] : [])));
  return [...names].flatMap(([exerciseId, name]) => {
    const reason = reasons[exerciseId];
    return reason === undefined ? [] : [{ exerciseId, name, reason }];
  });
}

const step = (of: DraftStep, note: string): DraftEvent => ({ type: 'step', step: of, note });

function recordNote({ client }: DraftBasis, { maxima, preferred }: GenerationProfile): string {
  if (!client) return 'No client: only the form counts.';
  const { workouts } = client.history;
  if (workouts === 0) return 'No logged workouts: loads are left open.';
  const known = countLabel(preferred.length, 'known exercise');
  const loads = `loads for ${Object.keys(maxima).length}`;
  return `${countLabel(workouts, 'workout')} in twelve weeks: ${known}, ${loads}.`;
}

type Drafting = {
  ask: Ask;
  /** Null when none is configured. */
  model: string | null;
  units: UnitSystem;
  now: () => Date;
  signal: AbortSignal | undefined;
  save: (draft: PlannerDraft, present: ClientProgram | null) => Promise<PlannerDraft>;
};

function provenanceOf(
  { generated, ...asked }: ModelDraft<GeneratedProgram>,
  { rulesVersion, violations }: GeneratedProgram,
  { model, now }: Drafting,
): Provenance {
  return {
    draftedBy: generated ? 'model' : 'engine',
    model: generated ? model : null,
    rulesVersion,
    ...asked,
    violations: [...asked.violations, ...violations.filter(({ hard }) => hard).map(({ text }) => text)],
    draftedAt: now().toISOString(),
  };
}

/** The program for a client, which continues their current one. */
function programFor(generated: Program, { client, present }: DraftBasis, draftId: string): Program {
  if (!client || !present) return generated;
  return continueProgram(present.program, generated, { started: weeksStarted(present, client.today), draftId });
}

function checkNote({ violations, gaps }: GeneratedProgram, { fallback }: ModelDraft<GeneratedProgram>): string {
  const broken = violations.filter(({ hard }) => hard).length;
  const kept = broken === 0 ? 'No rule is broken.' : `${countLabel(broken, 'rule')} could not be kept.`;
  const lacks = listOf(gaps.map((large) => `no ${LARGE_PATTERN_LABELS[large]}`));
  const rules = lacks === '' ? kept : `The week has ${lacks}. ${kept}`;
  return fallback ? `${DRAFT_FALLBACK_TEXTS[fallback]} ${rules}` : rules;
}

/**
 * Calls the model, if configured, and reports each repair. Skips it when the rules have a hard violation, which no
 * choice can fix.
 */
async function* chooseByModel(
  plan: Plan,
  byRules: GeneratedProgram,
  draftId: string,
  { ask, model, units }: Drafting,
): AsyncGenerator<DraftEvent, ModelDraft<GeneratedProgram>, void> {
  if (model === null || byRules.violations.some(({ hard }) => hard)) return NOT_ASKED;
  const answers = draftProgramByModel(ask, plan, { subject: subjectOf(draftId), units });
  let answer = await answers.next();
  for (; !answer.done; answer = await answers.next()) yield step('check', answer.value);
  return answer.value;
}

function screeningNote(cautions: readonly string[]): string {
  return cautions.length > 0 ? `Nothing is blocked, ${countLabel(cautions.length, 'caution')}.` : 'Nothing is blocked.';
}

/** The steps for a client who is not blocked, or for a program of the library. */
async function* draftSteps(
  { draftId, clientId, profile: input }: DraftInput,
  basis: DraftBasis,
  drafting: Drafting,
): AsyncGenerator<DraftEvent, void, void> {
  const profile = profileOf(input, basis);
  yield step('record', recordNote(basis, profile));
  const plan = planByRules(profile, basis.library, input.seed);
  yield step('split', plan.split.reason);
  const byRules = buildProgram(plan, drafting.units);
  const asked = yield* chooseByModel(plan, byRules, draftId, drafting);
  if (drafting.signal?.aborted) return;
  const generated = asked.generated ?? byRules;
  const { program, reasons } = generated;
  const exercises = explainExercises(program, reasons.exercises);
  const by = asked.generated ? `chosen by ${drafting.model}` : 'from training principles';
  yield step('exercises', `${countLabel(exercises.length, 'exercise')}, ${by}.`);
  yield step('numbers', reasons.progression);
  const uncovered = basis.client ? uncoveredBy(basis.client) : [];
  const made: PlannerDraft = {
    id: draftId,
    clientId,
    program: programFor(program, basis, draftId),
    reasons: { ...reasons, skipped: [...uncovered, ...reasons.skipped], exercises },
    provenance: provenanceOf(asked, generated, drafting),
  };
  const draft = await drafting.save(made, basis.present);
  yield step('check', checkNote(generated, asked));
  yield { type: 'ready', draft };
}

/**
 * Drafts a program and reports its progress. A blocked client gets no draft, and no model is called for them. Stops
 * without a draft when the coach leaves.
 */
export async function* draftProgram(
  input: DraftInput,
  basis: DraftBasis,
  drafting: Drafting,
): AsyncGenerator<DraftEvent, void, void> {
  const { client, stored } = basis;
  if (stored) {
    yield { type: 'ready', draft: stored };
    return;
  }
  const { blocks, cautions } = client ? screen(client, input.profile.goal) : { blocks: [], cautions: [] };
  if (blocks.length > 0) {
    yield { type: 'blocked', blocks };
    return;
  }
  yield step('screening', screeningNote(cautions));
  yield* draftSteps(input, basis, drafting);
}
