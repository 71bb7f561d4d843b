export const MEAL_BOUNDS = {
  name: 80,
  notes: 2000,
  note: 300,
  days: 28,
  meals: 8,
  options: 4,
  items: 20,
  swaps: 5,
  /** Foods of a plan, swaps included. */
  total: 2000,
  /** Templates of a coach, and plans of one client. */
  plans: 500,
  ofClient: 100,
  clients: 100,
  people: 12,
  shoppingDays: 28,
  /** The lowest target of any plan. */
  leastKcal: 800,
  mostKcal: 8000,
} as const;

export const BUDGETS = ['low', 'medium', 'high'] as const;
export const BUDGET_LABELS: Record<(typeof BUDGETS)[number], string> = {
  low: 'Low cost',
  medium: 'Medium cost',
  high: 'Any cost',
};

type Days<Meal> = { days: readonly { meals: readonly Meal[] }[] };
type Options<Option> = { options: readonly Option[] };
type Foods<Food> = { foods: readonly Food[] };

export const mealsOf = <Meal>({ days }: Days<Meal>): Meal[] => days.flatMap(({ meals }) => meals);
export const optionsOf = <Option>(plan: Days<Options<Option>>): Option[] =>
  mealsOf(plan).flatMap(({ options }) => options);
export const foodsOf = <Food>(plan: Days<Options<Foods<Food>>>): Food[] =>
  optionsOf(plan).flatMap(({ foods }) => foods);
