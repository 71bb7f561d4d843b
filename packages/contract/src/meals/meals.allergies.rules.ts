import { nameWords } from '../exercises/exercises.rules.ts';
import { ALLERGEN_LABELS, ALLERGENS, type Allergen } from '../foods/foods.rules.ts';

/**
 * The allergies of a person: those that foods have answers about, each with the allergens it stands for, and `others`,
 * which only the name of a food can show.
 */
export type Allergies = { known: { name: string; allergens: Allergen[] }[]; others: string[] };

const CEREALS: Allergen[] = ['wheat', 'rye', 'barley', 'oats'];
const NUTS: Allergen[] = [
  'almonds',
  'hazelnuts',
  'walnuts',
  'cashews',
  'pecans',
  'brazil_nuts',
  'pistachios',
  'macadamias',
];
const SHELLFISH: Allergen[] = ['crustaceans', 'molluscs'];

/** Words that people write for allergens, in the singular. */
const WORDS: Readonly<Record<string, Allergen[]>> = {
  gluten: CEREALS,
  celiac: CEREALS,
  coeliac: CEREALS,
  cereal: CEREALS,
  'tree nut': NUTS,
  nut: [...NUTS, 'peanuts'],
  peanut: ['peanuts'],
  dairy: ['milk'],
  lactose: ['milk'],
  cheese: ['milk'],
  shellfish: SHELLFISH,
  seafood: [...SHELLFISH, 'fish'],
  shrimp: ['crustaceans'],
  prawn: ['crustaceans'],
  crab: ['crustaceans'],
  lobster: ['crustaceans'],
  mussel: ['molluscs'],
  oyster: ['molluscs'],
  clam: ['molluscs'],
  squid: ['molluscs'],
  mollusk: ['molluscs'],
  mollusc: ['molluscs'],
  soy: ['soybeans'],
  soya: ['soybeans'],
  soybean: ['soybeans'],
  sulfite: ['sulphites'],
  sulphite: ['sulphites'],
  lupine: ['lupin'],
  cashew: ['cashews'],
};

const singular = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};
const plain = (text: string): string => nameWords(text).split(' ').map(singular).join(' ');

const NAMED: ReadonlyMap<string, Allergen[]> = new Map([
  ...Object.entries(WORDS),
  ...ALLERGENS.map((allergen): [string, Allergen[]] => [plain(allergen.replaceAll('_', ' ')), [allergen]]),
]);

/** Words around the name of an allergy that say nothing more. */
const FILLERS = /\b(allerg(?:y|ies|ic)|intoleran(?:t|ce)|to|free|disease|no|products?)\b/g;

/** Reads the allergies that a client has chosen or typed. */
export function readAllergies(names: readonly string[]): Allergies {
  const allergies: Allergies = { known: [], others: [] };
  for (const name of names) {
    const words = plain(nameWords(name).replace(FILLERS, ' ').replace(/\s+/g, ' ').trim());
    const allergens = NAMED.get(words);
    if (allergens) allergies.known.push({ name, allergens: [...allergens] });
    else allergies.others.push(name);
  }
  return allergies;
}

/** Adds the allergens that a plan itself excludes. */
export function withAllergens({ known, others }: Allergies, allergens: readonly Allergen[]): Allergies {
  const covered = new Set(known.flatMap((one) => one.allergens));
  const added = allergens.filter((allergen) => !covered.has(allergen));
  return {
    known: [...known, ...added.map((allergen) => ({ name: ALLERGEN_LABELS[allergen], allergens: [allergen] }))],
    others,
  };
}

/** Whether the name of a food has all words of an allergy that foods have no answers about, like `kiwi`. */
export function nameHas(foodName: string, allergy: string): boolean {
  const words = new Set(plain(foodName).split(' '));
  const wanted = plain(allergy).split(' ').filter(Boolean);
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}
