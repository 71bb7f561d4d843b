import type { FoodInput } from '@stridewell/contract/foods/foods';
import { foodWords } from '@stridewell/contract/foods/foods.rules';
import { pointsOfUse } from './foods.uses.rules.ts';

/** Grows when the order changes: a start with a newer one stores the words of all foods again. */
export const RANKING_VERSION = 1;

/** Words for the same food, mostly British and American ones. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    yoghurt: 'yogurt',
    catsup: 'ketchup',
    mayo: 'mayonnaise',
    prawn: 'shrimp',
    aubergine: 'eggplant',
    courgette: 'zucchini',
    rocket: 'arugula',
    garbanzo: 'chickpea',
    mince: 'ground',
    minced: 'ground',
    fibre: 'fiber',
    flavour: 'flavor',
    wholemeal: 'wholewheat',
    skimmed: 'skim',
    sultana: 'raisin',
    beetroot: 'beet',
    kiwifruit: 'kiwi',
    kiwis: 'kiwi',
    leaves: 'leaf',
    loaves: 'loaf',
    halves: 'half',
  }),
);

/** Endings of words that are no plurals. */
const SINGULAR = /(ss|us|is)$/;

/** The singular of a word, the same for both spellings. Not always a word: it is only compared. */
function stemOf(word: string): string {
  const same = SAME.get(word);
  if (same) return same;
  const stem = singularOf(word);
  return SAME.get(stem) ?? stem;
}

function singularOf(word: string): string {
  if (word.length < 4) return word;
  if (/.{2}ies?$/.test(word)) return word.replace(/ies?$/, 'y');
  if (/(ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !SINGULAR.test(word) ? word.slice(0, -1) : word;
}

/** A typed word: the stem that it has when it is whole, and the beginning of the words that it may become. */
export type TypedWord = { stem: string; beginning: string };

/** The beginning that all forms of an unfinished word share: `strawberri` and `strawberry` begin with `strawberr`. */
const beginningOf = (typed: string): string =>
  typed.length > 4 ? typed.replace(/(ies?|i)$/, '').replace(/(ch|sh|x|ss|o)es?$/, '$1') : typed;

export const typedWords = (text: string): TypedWord[] =>
  foodWords(text)
    .filter(Boolean)
    .map((word) => ({ stem: stemOf(word), beginning: beginningOf(word) }));

/** The facts of a food that its rank depends on. */
export type RankedFood = Pick<FoodInput, 'name' | 'brand' | 'category' | 'source'> & { builtIn: boolean };

const stemsOf = (text: string): string[] => [...new Set(foodWords(text).map(stemOf))].filter(Boolean);

/** The parts of a name between commas. What stands in brackets explains a part and is left out. */
function segmentsOf(name: string): string[][] {
  const parts = name.replaceAll(/\([^)]*\)?/g, ' ').split(/[,;]/);
  return parts.map(stemsOf).filter(({ length }) => length > 0);
}

/** Points for how well the words of a search name the food. Fewer are better. */
const MATCH = { whole: 0, part: 12, kind: 24, madeOf: 40, mentioned: 60 } as const;

const isWithin = (some: readonly string[], all: ReadonlySet<string>): boolean => some.every((word) => all.has(word));

/** Words after these only say what comes with the food: "Soup with rice". */
const JOINTS = ['with', 'without', 'in', 'from', 'for', 'and'];

function partBeforeJoint(segment: readonly string[]): readonly string[] {
  const joint = segment.findIndex((word) => JOINTS.includes(word));
  return joint === -1 ? segment : segment.slice(0, joint);
}

/**
 * How well words name a food: all of it (`egg`: "Egg, raw"; `olive oil`: "Oil, olive"), a further part ("Cereals, oats"),
 * a kind of it ("Wheat bread"), something made of it ("Rice cakes"), or it is only mentioned.
 */
function matchOf(words: readonly string[], segments: readonly (readonly string[])[]): number {
  const wanted = new Set(words);
  const [first = [], ...others] = segments;
  if (first.length > 0 && isWithin(first, wanted)) {
    const covered = new Set([first, ...others.filter((one) => isWithin(one, wanted))].flat());
    return covered.size === wanted.size ? MATCH.whole : MATCH.part;
  }
  if (others.some((one) => isWithin(one, wanted) && one.length === wanted.size)) return MATCH.part;
  const named = partBeforeJoint(first);
  if (!isWithin(words, new Set(named))) return MATCH.mentioned;
  const last = named.at(-1);
  return last !== undefined && wanted.has(last) ? MATCH.kind : MATCH.madeOf;
}

/** Points of words anywhere in a name. Below zero is plainer. */
const POINTS: readonly (readonly [points: number, words: string])[] = [
  [-8, 'raw fresh'],
  [-6, 'whole plain white regular'],
  [-3, 'cooked boiled average all roasted'],
  [4, 'reduced low light lowfat nonfat diet free unsalted enriched fortified enhanced salt sodium added only without'],
  [4, 'sliced seasoned composite'],
  [8, 'canned frozen fried breaded sweetened syrup flavored microwaved stewed smoked cured spread salad drink'],
  [8, 'home recipe deli prepackaged commodity candied creamed pickled'],
  [14, 'dried dehydrated powder instant dry mix concentrate imitation substitute baby flake yolk'],
  [14, 'giblets gizzard heart liver kidney brain tongue lung spleen pancreas neck feet ear tail variety by'],
  [24, 'babyfood infant fast restaurant alaska native hopi navajo cmdty usda mechanically meatless separable'],
  [24, 'industrial human duck goose quail turtle buffalo sheep lunchmeat game nonalcoholic non'],
];
const POINTS_OF = new Map(POINTS.flatMap(([points, words]) => words.split(' ').map((word) => [stemOf(word), points])));

const POINTS_OF_CATEGORY: Partial<Record<RankedFood['category'], number>> = {
  baby: 30,
  meals: 24,
  snacks: 8,
  other: 10,
};
const SEGMENT = 3;
const BRANDED = 24;
/** Parts that are rarely eaten alone, where they are a whole segment: "Potatoes, raw, skin". */
const TRIMMINGS = new Set(
  ['skin', 'fat', 'backfat', 'peel', 'leaf', 'flower', 'stalk', 'bran', 'belly', 'carcass'].map(stemOf),
);
const TRIMMED = 20;
const BUILT_IN = -30;

/** A maker's name in the description, as tables without a column for brands have it: "Kellogg's, ...". */
const MAKER =
  /\p{L}['’]s\b|^(archway|austin|campbell|hormel|kashi|keebler|kellogg|kraft|louis rich|morningstar|oscar mayer|silk)\b/iu;

/** Points of a food, whatever is searched for: raw, plain and whole foods with short names come first. */
function plainnessOf({ name, brand, category, builtIn }: RankedFood, segments: readonly (readonly string[])[]): number {
  const words = new Set(segments.flat());
  let points = SEGMENT * (segments.length - 1);
  for (const word of words) points += POINTS_OF.get(word) ?? 0;
  points += POINTS_OF_CATEGORY[category] ?? 0;
  if (brand !== '' || MAKER.test(name)) points += BRANDED;
  if (segments.some((one) => isWithin(one, TRIMMINGS))) points += TRIMMED;
  return builtIn ? points + BUILT_IN : points;
}

/** For a food with many forms, the words of the one that people mean. */
const PREFERRED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bacon: 'pork cured',
    beef: 'ground',
    bread: 'white commercially',
    cheese: 'cheddar',
    chicken: 'breast',
    coffee: 'brewed',
    egg: 'whole',
    'ground beef': 'lean',
    milk: 'whole with',
    oil: 'olive',
    pasta: 'plain',
    pea: 'green',
    pork: 'loin',
    potato: 'flesh',
    rice: 'long grain',
    sugar: 'granulated',
    tofu: 'firm',
    tomato: 'red',
    turkey: 'meat',
    wine: 'table',
  }),
);
const PREFERRED_POINTS = -20;

const preferenceFor = (words: readonly string[], segments: readonly (readonly string[])[]): number => {
  const preferred = PREFERRED.get(words.join(' '));
  return preferred && isWithin(preferred.split(' '), new Set(segments.flat())) ? PREFERRED_POINTS : 0;
};

/** The place of a food among those that these stems find. Lower is earlier. */
function rankOf(food: RankedFood, words: readonly string[]): number {
  const segments = segmentsOf(food.name);
  return matchOf(words, segments) + plainnessOf(food, segments) + preferenceFor(words, segments);
}

/** Each word by which a food is found, with its place among the foods that have this word. */
export const rankedWords = (food: RankedFood): { word: string; rank: number }[] =>
  stemsOf(`${food.name} ${food.brand}`).map((word) => ({ word, rank: rankOf(food, [word]) }));

/**
 * A found food, and what its reader thinks of it. `rank` is its stored place among the foods with the leading word, and
 * `isWhole` whether it has that word as it was typed.
 */
export type FoundFood = RankedFood & {
  id: string;
  rank: number;
  isWhole: boolean;
  own?: boolean;
  /** A favorite of the coach. */
  favorite?: boolean;
  /** A favorite of the client who searches. */
  clientFavorite?: boolean;
  /** Own uses, of which earlier ones count less. */
  uses?: number;
};

const CLIENT_FAVORITE = -60;
const FAVORITE = -45;
const OWN = -40;

/** The place of a found food: how many typed words are not finished, and its rank. The rank of one word is stored. */
function placeOf(food: FoundFood, typed: readonly TypedWord[]): { unfinished: number; rank: number } {
  if (typed.length === 1) return { unfinished: food.isWhole ? 0 : 1, rank: food.rank };
  const stems = stemsOf(`${food.name} ${food.brand}`);
  const words = typed.map(({ stem, beginning }) =>
    stems.includes(stem) ? stem : (stems.find((one) => one.startsWith(beginning)) ?? stem),
  );
  const unfinished = words.filter((word, index) => word !== typed[index]?.stem).length;
  return { unfinished, rank: rankOf(food, words) };
}

/** Found foods, the best first: with all words whole before unfinished ones, then by rank. Each once. */
export function orderFound<F extends FoundFood>(found: readonly F[], typed: readonly TypedWord[]): F[] {
  const placed = new Map<string, { food: F; unfinished: number; rank: number }>();
  for (const food of found) {
    if (placed.has(food.id)) continue;
    const { unfinished, rank } = placeOf(food, typed);
    const choice = (food.clientFavorite ? CLIENT_FAVORITE : 0) + (food.favorite ? FAVORITE : 0) + (food.own ? OWN : 0);
    placed.set(food.id, { food, unfinished, rank: rank + choice - pointsOfUse(food.uses ?? 0) });
  }
  const inOrder = [...placed.values()].sort(
    (a, b) => a.unfinished - b.unfinished || a.rank - b.rank || compareText(a.food.name, b.food.name),
  );
  return inOrder.map(({ food }) => food);
}

/** The foods of a short list that have all typed words, the best first. */
export function orderAmong<F extends RankedFood & { id: string }>(
  foods: readonly F[],
  typed: readonly TypedWord[],
): F[] {
  const [lead] = typed;
  if (!lead) return [];
  const found = foods.flatMap((food) => {
    const words = rankedWords(food);
    const fitting = ({ stem, beginning }: TypedWord) =>
      words.filter(({ word }) => word === stem || word.startsWith(beginning));
    if (!typed.every((one) => fitting(one).length > 0)) return [];
    const fits = fitting(lead);
    const whole = fits.find(({ word }) => word === lead.stem);
    return [{ ...food, rank: whole?.rank ?? Math.min(...fits.map(({ rank }) => rank)), isWhole: whole !== undefined }];
  });
  return orderFound(found, typed);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
