import type { FoodsById } from '@stridewell/contract/meals/meals.totals.rules';
import type { Provenance } from '@stridewell/contract/planner/planner.drafts';
import type {
  MealDraft,
  MealDraftEvent,
  MealGenerationInput,
  MealReasons,
} from '@stridewell/contract/planner/planner.meals';
import { DRAFT_FALLBACK_TEXTS, type MealStep } from '@stridewell/contract/planner/planner.rules';
import { countLabel } from '@stridewell/contract/programs/programs.wording.rules';
import { subjectOf } from '../../core/models/models.input.rules.ts';
import type { CoachScope } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../platform/db/database.ts';
import { energyFloor } from '../targets/targets.energy.rules.ts';
import { kcalText } from '../targets/targets.wording.rules.ts';
import { checkMealDraft } from './planner.guardrails.rules.ts';
import { findMealDraft } from './planner.meals.data.ts';
import {
  cookMenus,
  type GeneratedMeals,
  impossibleSentences,
  type Kitchen,
  MEAL_RULES_VERSION,
  type MealProfile,
  type Menu,
  openKitchen,
  planMenus,
} from './planner.meals.rules.ts';
import {
  allergiesOf,
  type MealClient,
  type MealRequest,
  readDishFoods,
  readMealClient,
  screenMealClient,
  toMealDraft,
} from './planner.meals.service.ts';
import {
  MENU_INSTRUCTIONS,
  type MenuChoice,
  menuAnswer,
  menuInput,
  menuOffer,
  tryMenus,
} from './planner.menus.rules.ts';
import { type Ask, draftByModel, type ModelDraft, NOT_ASKED } from './planner.model.service.ts';

export type MealDraftInput = { draftId: string; clientId: string | null; profile: MealGenerationInput };

/** Data read before the first step of a draft. `stored`: the draft of an earlier request with this id. */
export type MealBasis = { stored: MealDraft | null; client: MealClient | null; foods: FoodsById; request: MealRequest };

/** @throws NOT_FOUND for a client of another tenant */
export async function readMealBasis(
  tx: Tx<CoachScope>,
  { draftId, clientId }: MealDraftInput,
  request: MealRequest,
): Promise<MealBasis> {
  const [row, foods, client] = await Promise.all([
    findMealDraft(tx, draftId),
    readDishFoods(tx),
    clientId === null ? null : readMealClient(tx, clientId, request),
  ]);
  return { stored: row ? await toMealDraft(tx, row) : null, client, foods, request };
}

type MealDrafting = {
  ask: Ask;
  /** Null when none is configured. */
  model: string | null;
  now: () => Date;
  signal: AbortSignal | undefined;
  save: (draft: MealDraft) => Promise<MealDraft>;
};

const step = (of: MealStep, note: string): MealDraftEvent => ({ type: 'step', step: of, note });

/** Keys of the plan start with a part of the draft's id, so that two plans can be merged. */
const prefixOf = (draftId: string): string => `g${draftId.replaceAll('-', '').slice(-8)}`;

async function* chooseDishes(
  menus: readonly Menu[],
  { kitchen, draftId, byRules }: { kitchen: Kitchen; draftId: string; byRules: GeneratedMeals | null },
  { ask, model }: MealDrafting,
): AsyncGenerator<MealDraftEvent, ModelDraft<GeneratedMeals>, void> {
  // Where the rules find no plan, no choice of dishes does.
  if (model === null || byRules === null) return NOT_ASKED;
  const offer = menuOffer(menus, kitchen);
  const answers = draftByModel<MenuChoice, GeneratedMeals>(ask, {
    instructions: MENU_INSTRUCTIONS,
    input: menuInput(offer, kitchen.profile, subjectOf(draftId)),
    schema: menuAnswer,
    make: (choice) => tryMenus(choice, { menus, offer, kitchen }),
  });
  let answer = await answers.next();
  for (; !answer.done; answer = await answers.next()) yield step('check', answer.value);
  return answer.value;
}

function provenanceOf({ generated, ...asked }: ModelDraft<GeneratedMeals>, { model, now }: MealDrafting): Provenance {
  return {
    draftedBy: generated ? 'model' : 'engine',
    model: generated ? model : null,
    rulesVersion: MEAL_RULES_VERSION,
    ...asked,
    draftedAt: now().toISOString(),
  };
}

function targetSentence({ client }: MealBasis, { aim }: MealProfile): string {
  const energy = kcalText(aim.kcal);
  if (!client) return `${energy} a day, as you entered it.`;
  if (client.target?.kcal === aim.kcal) return `${energy} a day, from ${client.name}’s nutrition target.`;
  return client.target
    ? `${energy} a day, as you entered it; ${client.name}’s target is ${kcalText(client.target.kcal)}.`
    : `${energy} a day, as you entered it; ${client.name} has no nutrition target.`;
}

const MOST_WARNINGS = 20;

function reasonsOf(made: GeneratedMeals, basis: MealBasis, profile: MealProfile): MealReasons {
  const warnings = checkMealDraft(made.plan, profile, basis.foods).map(({ text }) => text);
  return {
    target: targetSentence(basis, profile),
    variety: made.variety,
    days: made.sentences.map(({ name, sentence, fits }) => ({ name, sentence, fits })),
    leftOut: made.leftOut,
    warnings: [...new Set(warnings)].slice(0, MOST_WARNINGS),
  };
}

function checkNote({ warnings }: MealReasons, { fallback }: ModelDraft<GeneratedMeals>): string {
  const rules =
    warnings.length === 0 ? 'No rule is broken.' : `No rule is broken, ${countLabel(warnings.length, 'note')}.`;
  return fallback ? `${DRAFT_FALLBACK_TEXTS[fallback]} ${rules}` : rules;
}

/** The steps for a client who is not blocked, or for a plan of the library. */
async function* draftSteps(
  { draftId, clientId }: MealDraftInput,
  { basis, profile }: { basis: MealBasis; profile: MealProfile },
  drafting: MealDrafting,
): AsyncGenerator<MealDraftEvent, void, void> {
  const { foods } = basis;
  const opened = openKitchen(profile, { foods, prefix: prefixOf(draftId) });
  if (opened.outcome === 'impossible') {
    yield { type: 'impossible', sentences: opened.sentences };
    return;
  }
  const { kitchen } = opened;
  yield step('foods', `${countLabel(kitchen.dishes.length, 'built-in meal')} fit the client.`);
  const menus = planMenus(kitchen);
  const byRules = cookMenus(menus, kitchen);
  const impossible = impossibleSentences(byRules, profile, foods);
  const asked = yield* chooseDishes(
    menus,
    { kitchen, draftId, byRules: impossible.length === 0 ? byRules : null },
    drafting,
  );
  if (drafting.signal?.aborted) return;
  if (impossible.length > 0) {
    yield { type: 'impossible', sentences: impossible };
    return;
  }
  const made = asked.generated ?? byRules;
  yield step('dishes', made.variety);
  const fitting = made.sentences.filter(({ fits }) => fits).length;
  yield step('portions', `${fitting} of ${countLabel(made.sentences.length, 'day')} meet every number of the target.`);
  const reasons = reasonsOf(made, basis, profile);
  const planFoods = [...new Set(made.plan.days.flatMap(({ meals }) => meals.flatMap(({ options }) => options)))]
    .flatMap((option) => option.foods)
    .map(({ foodId }) => foodId);
  const draft = await drafting.save({
    id: draftId,
    clientId,
    plan: made.plan,
    foods: [...new Set(planFoods)].flatMap((foodId) => foods.get(foodId) ?? []),
    reasons,
    provenance: provenanceOf(asked, drafting),
  });
  yield step('check', checkNote(reasons, asked));
  yield { type: 'ready', draft };
}

/**
 * Drafts a meal plan and reports its progress. A blocked client gets no draft, and no model is called for them. Stops
 * without a draft when the coach leaves.
 */
export async function* draftMealPlan(
  input: MealDraftInput,
  basis: MealBasis,
  drafting: MealDrafting,
): AsyncGenerator<MealDraftEvent, void, void> {
  const { client, stored, request } = basis;
  if (stored) {
    yield { type: 'ready', draft: stored };
    return;
  }
  const { aim, constraints, days, dislikes, seed } = input.profile;
  const screened = client && screenMealClient(client, aim, request);
  if (screened && screened.sentences.blocks.length > 0) {
    yield { type: 'blocked', blocks: screened.sentences.blocks };
    return;
  }
  const cautions = screened?.sentences.cautions ?? [];
  yield step(
    'screening',
    cautions.length > 0 ? `Nothing is blocked, ${countLabel(cautions.length, 'caution')}.` : 'Nothing is blocked.',
  );
  const profile: MealProfile = {
    aim,
    constraints,
    days,
    dislikes,
    seed,
    allergies: allergiesOf(client, constraints.allergens),
    leastKcal: screened?.leastKcal ?? Math.min(aim.kcal, energyFloor('female')),
    fibre: client?.target?.fibre ?? null,
    basis: screened?.basis ?? null,
  };
  yield* draftSteps(input, { basis, profile }, drafting);
}
