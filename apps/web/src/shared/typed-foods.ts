import { nameWords } from '@stridewell/contract/exercises/exercises.rules';
import type { FoodAmount, FoodMeasure } from '@stridewell/contract/foods/foods.amounts.rules';
import type { Portion } from '@stridewell/contract/foods/foods.rules';

/** A food as it was typed: an amount without a measure counts pieces, and null stands for none typed. */
export type FoodEntry = { typed: string; name: string; value: number | null; measure: FoodMeasure | null };

const MEASURES: Readonly<Record<string, FoodMeasure>> = {
  g: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  kg: 'kg',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  ml: 'ml',
  l: 'l',
  liter: 'l',
  liters: 'l',
  litre: 'l',
  litres: 'l',
  tsp: 'tsp',
  teaspoon: 'tsp',
  teaspoons: 'tsp',
  tbsp: 'tbsp',
  tablespoon: 'tbsp',
  tablespoons: 'tbsp',
  'fl oz': 'fl_oz',
  cup: 'cup',
  cups: 'cup',
};
const MEASURE = /^(fl\s+oz|[a-z]+)\.?(?:\s+(?:of\s+)?|$)/i;
const FRACTIONS: Readonly<Record<string, number>> = { '¼': 0.25, '½': 0.5, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };
/** `2`, `1.5`, `1,5`, `1/2`, `1 1/2`, `½`, `1½`. */
const NUMBER = /^(?:(\d+)\s*([¼½¾⅓⅔])|(\d+)\s+(\d+)\/(\d+)|(\d+)\/(\d+)|(\d+(?:[.,]\d+)?)|([¼½¾⅓⅔])|(an?)(?=\s))\s*/i;

function readNumber(text: string): { value: number; rest: string } | null {
  const match = NUMBER.exec(text);
  if (!match) return null;
  const [whole, one, fraction, three, four, five, six, seven, plain, alone] = match;
  const part = (above = '0', below = '1') => Number(above) / Number(below);
  const value = () => {
    if (fraction) return Number(one) + (FRACTIONS[fraction] ?? 0);
    if (three) return Number(three) + part(four, five);
    if (six) return part(six, seven);
    if (plain) return Number(plain.replace(',', '.'));
    return alone ? (FRACTIONS[alone] ?? 0) : 1;
  };
  return { value: value(), rest: text.slice(whole.length) };
}

/** `x` and `×` after a number, as in `2 x egg`. */
const TIMES = /^(?:x|×)\s+/i;

function readEntry(typed: string): FoodEntry | null {
  const number = readNumber(typed);
  if (!number) return { typed, name: typed, value: null, measure: null };
  const { value, rest } = number;
  if (!(value > 0)) return null;
  const [whole = '', word = ''] = MEASURE.exec(rest) ?? [];
  const measure = MEASURES[word.toLowerCase().replace(/\s+/, ' ')] ?? null;
  const name = (measure ? rest.slice(whole.length) : rest.replace(TIMES, '')).trim();
  return name === '' ? null : { typed, name, value, measure };
}

/** Entries of a line that commas, semicolons or line breaks separate; a comma within a number is a decimal one. */
const SEPARATOR = /;|\n|,(?!\d)|(?<!\d),/;

/**
 * Reads foods like `200 g greek yogurt, 1 banana`.
 * @returns the foods in their order, and what is no food, like `0 g rice` or `200 g`
 */
export function readFoodEntries(line: string): { entries: FoodEntry[]; unread: string[] } {
  const parts = line
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => ({ part, entry: readEntry(part) }));
  return {
    entries: read.flatMap(({ entry }) => entry ?? []),
    unread: read.flatMap(({ part, entry }) => (entry ? [] : [part])),
  };
}

const singular = (word: string): string => (word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word);
const wordsOf = (text: string): string[] => nameWords(text).split(' ').filter(Boolean).map(singular);

/** Words before the food that name a portion, like the `slices` of `2 slices bread`. */
const PORTION_WORDS =
  /^(slices?|pieces?|scoops?|cans?|bars?|fillets?|glass(?:es)?|handfuls?|containers?|servings?)\s+(?:of\s+)?(?=\S)/i;

/** The words to search for: without the name of a portion. */
export const searchWords = ({ name }: FoodEntry): string => name.replace(PORTION_WORDS, '');

/** Portions that a piece of a food usually is. */
const PIECE = /\b(medium|piece|whole|egg|fruit|large|slice)\b/i;
const VOLUME = /\b(cups?|tbsp|tsp|fl oz|oz|ml)\b/i;
/** How many a portion itself counts; others than one do not fit to a typed number of pieces. */
const isSingle = ({ name }: Portion): boolean => !/^(?:half\b|\d+\/\d+|(?!1\b)\d)/i.test(name);

function pieceOf(portions: readonly Portion[], wanted: string | undefined): Portion | undefined {
  const single = portions.filter(isSingle);
  if (wanted) return single.find(({ name }) => wordsOf(name).includes(singular(wanted.toLowerCase())));
  const pieces = single.filter(({ name }) => !VOLUME.test(name));
  return pieces.find(({ name }) => PIECE.test(name)) ?? pieces[0];
}

/** A food that was found for an entry, with what its amount needs. */
type Found = { unit: 'g' | 'ml'; portions: readonly Portion[] };

/** The amount of a food that was found for an entry. Without a typed amount it is one portion, or 100 g. */
export function amountOfEntry({ value, measure, name }: FoodEntry, { unit, portions }: Found): FoodAmount {
  if (value !== null && measure !== null) return { value, measure };
  const wanted = PORTION_WORDS.exec(name)?.[1];
  const portion = pieceOf(portions, wanted) ?? portions.find(isSingle);
  if (portion) return { value: value ?? 1, portion };
  // A number above what anybody counts in pieces is an amount.
  return { value: value === null ? 100 : value >= 10 ? value : value * 100, measure: unit };
}

/**
 * Whether the best food of a search is surely meant: its first part, without how it is prepared, has exactly the words
 * that were typed, or all of its name does.
 */
export function isSurely(entry: FoodEntry, foodName: string): boolean {
  const typed = wordsOf(searchWords(entry)).sort().join(' ');
  const [first = ''] = foodName.split(',');
  return [first, foodName].some((name) => wordsOf(name).sort().join(' ') === typed);
}
