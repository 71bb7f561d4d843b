import { z } from 'zod';
import type { ModelInput } from '../../core/models/models.input.rules.ts';
import type { Dish } from './planner.dishes.content.ts';
import { checkMealDraft } from './planner.guardrails.rules.ts';
import { cookMenus, type GeneratedMeals, type Kitchen, type MealProfile, type Menu } from './planner.meals.rules.ts';
import { type Problem, TEXT_BOUNDS, textProblems } from './planner.offer.rules.ts';

/** How many dishes the model chooses from for each meal. */
const CANDIDATES = 6;

export const MENU_INSTRUCTIONS = [
  'You help a fitness coach choose dishes for a meal plan.',
  'For each place, choose one dish id from the candidates of that place. Never use another id.',
  'Places are day and meal, like 2.1 for the first meal of the second day.',
  'The first candidate is the choice of the rules. Keep it unless another makes the days more varied.',
  'Do not choose one dish twice on a day. Portions are computed later.',
  `Write a summary for the coach in plain English, up to ${TEXT_BOUNDS.summary} characters, without numbers.`,
  'No diagnosis, drugs, fasting, shame, guarantees, links or markup.',
  'The client is a pseudonym. You get ids and numbers only, and problems of your last answer as codes.',
].join('\n');

/** A model's answer. The rules check sizes, because not every provider can enforce them. */
export const menuAnswer = z.object({
  summary: z.string(),
  picks: z.array(z.object({ place: z.string(), dishId: z.string() })),
});
export type MenuChoice = z.infer<typeof menuAnswer>;

type Place = { place: string; day: number; index: number; part: string; candidates: readonly Dish[] };

/** The meals that a model chooses for. Days that share a menu are one. */
export function menuOffer(menus: readonly Menu[], { sittings, dishes }: Kitchen): Place[] {
  return menus.flatMap((menu, day): Place[] => {
    if (menus.indexOf(menu) < day) return [];
    return sittings.flatMap(({ part }, index): Place[] => {
      const chosen = menu[index];
      if (!chosen) return [];
      const others = dishes.filter((dish) => dish !== chosen && dish.parts.includes(part));
      const turned = [...others.slice(day), ...others.slice(0, day)];
      const candidates = [chosen, ...turned].slice(0, CANDIDATES);
      return [{ place: `${day + 1}.${index + 1}`, day, index, part, candidates }];
    });
  });
}

/** The question for the model: only dishes that fit the client, and nothing that says why others do not. */
export function menuInput(offer: readonly Place[], { aim, constraints }: MealProfile, subject: string): ModelInput {
  const { mealsPerDay } = constraints;
  return {
    subject,
    facts: {
      kcal: aim.kcal,
      ...(aim.protein !== null && { protein: aim.protein }),
      ...(mealsPerDay !== null && { mealsPerDay }),
    },
    places: offer.map(({ place, part, candidates }) => ({
      place,
      purpose: [part],
      candidates: candidates.map(({ id }) => id),
    })),
    problems: [],
  };
}

function pickProblems({ picks }: MenuChoice, offer: readonly Place[]): Problem[] {
  if (picks.length > offer.length) {
    return [{ code: 'too_many_picks', text: `${picks.length} dishes were chosen for ${offer.length} meals.` }];
  }
  return picks.flatMap(({ place, dishId }, at): Problem[] => {
    const offered = offer.find((one) => one.place === place);
    if (!offered) return [{ code: 'unknown_place', text: 'A dish was chosen for a meal that does not exist.' }];
    if (picks.findIndex((one) => one.place === place) < at) {
      return [{ code: 'repeated_place', text: `Two dishes were chosen for ${place}.`, place }];
    }
    if (offered.candidates.some(({ id }) => id === dishId)) return [];
    return [{ code: 'not_offered', text: `The dish at ${place} was not offered there.`, place }];
  });
}

/** The menus with the dishes of a valid answer. */
function applyPicks(menus: readonly Menu[], offer: readonly Place[], { picks }: MenuChoice): Menu[] {
  const changed = new Map<Menu, Menu>();
  for (const [day, menu] of menus.entries()) {
    if (changed.has(menu)) continue;
    const chosen = menu.map((dish, index) => {
      const place = offer.find((one) => one.day === day && one.index === index);
      const picked = picks.find((pick) => pick.place === place?.place)?.dishId;
      return place?.candidates.find(({ id }) => id === picked) ?? dish;
    });
    changed.set(menu, chosen);
  }
  return menus.map((menu) => changed.get(menu) ?? menu);
}

/** Cooks the menus of an answer, or returns its problems. Portions and totals are computed here, whatever it says. */
export function tryMenus(
  choice: MenuChoice,
  { menus, offer, kitchen }: { menus: readonly Menu[]; offer: readonly Place[]; kitchen: Kitchen },
): { made: GeneratedMeals } | { problems: Problem[] } {
  const problems = [
    ...textProblems('The summary', choice.summary, TEXT_BOUNDS.summary),
    ...pickProblems(choice, offer),
  ];
  if (problems.length > 0) return { problems };
  const made = cookMenus(applyPicks(menus, offer, choice), kitchen);
  const broken = checkMealDraft(made.plan, kitchen.profile, kitchen.foods).filter(({ hard }) => hard);
  if (broken.length > 0) return { problems: broken.map(({ code, text }) => ({ code, text })) };
  const summary = choice.summary.trim();
  return { made: { ...made, variety: summary === '' ? made.variety : `${summary} ${made.variety}` } };
}
