import type { FoodInput, FoodRow } from '@stridewell/contract/foods/foods';
import type { Recipe } from '@stridewell/contract/foods/foods.recipes.rules';
import {
  type Allergen,
  type Diet,
  FOOD_CATEGORIES,
  FOOD_UNITS,
  type Known,
  type Portion,
} from '@stridewell/contract/foods/foods.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { coaches, users } from '../../core/people/people.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfTenant,
  isCoachOfTenant,
  isOperator,
  isOperatorOfList,
  isSignedIn,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { createdAt, instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';
import { byteText, searchKey } from '../../platform/db/search.ts';

/** Directory. Foods that operators curate for all coaches. Nutrients are for 100 g or 100 ml. */
export const foods = pgTable(
  'foods',
  {
    id: uuid('id').primaryKey(),
    /** The same for two entries of one food (`foodKey`). */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    brand: text('brand').notNull(),
    category: text('category', { enum: FOOD_CATEGORIES }).notNull(),
    unit: text('unit', { enum: FOOD_UNITS }).notNull(),
    kcal: doublePrecision('kcal').notNull(),
    protein: doublePrecision('protein').notNull(),
    carbohydrate: doublePrecision('carbohydrate').notNull(),
    fat: doublePrecision('fat').notNull(),
    sugar: doublePrecision('sugar'),
    saturatedFat: doublePrecision('saturated_fat'),
    fibre: doublePrecision('fibre'),
    sodiumMg: doublePrecision('sodium_mg'),
    alcohol: doublePrecision('alcohol'),
    portions: jsonb('portions').$type<Portion[]>().notNull(),
    allergens: jsonb('allergens').$type<Known<Allergen>>().notNull(),
    diets: jsonb('diets').$type<Known<Diet>>().notNull(),
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    /** Digits of the code on the pack (`foods.barcode.rules.ts`), or empty. */
    barcode: text('barcode').notNull().default(''),
    /** It ships with the product, and changes with a release as long as no operator has changed it. */
    builtIn: boolean('built_in').notNull().default(false),
    hidden: boolean('hidden').notNull().default(false),
    version: integer('version').notNull().default(1),
    changedAt: instant('changed_at').notNull(),
    changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
    nameKey: byteText('name_key').notNull().generatedAlwaysAs(searchKey(sql`name`)),
  },
  (table) => [
    oneOf('foods_category_check', 'category', FOOD_CATEGORIES),
    oneOf('foods_unit_check', 'unit', FOOD_UNITS),
    index('foods_name_index').on(table.nameKey, table.id),
    index('foods_category_index').on(table.category, table.nameKey, table.id),
    uniqueIndex('foods_barcode_index').on(table.barcode).where(sql`barcode <> ''`),
    index('foods_hidden_index').on(table.nameKey, table.id).where(sql`hidden`),
    allow('foods_operator', 'all', isOperatorOfList),
    // Hidden ones too: plans and logs that name them keep their facts.
    allow('foods_read', 'select', isSignedIn),
  ],
);

/** `rank`: the food's place among those that have the word (`foods.ranking.rules.ts`). */
const wordColumns = () => ({ word: byteText('word').notNull(), rank: smallint('rank').notNull() });

/**
 * Directory. The words of each food, for search. Under row-level security no index serves a text search, so each word
 * is a row, in the order in which a search lists the foods.
 */
export const foodWordRows = pgTable(
  'food_words',
  {
    ...wordColumns(),
    foodId: uuid('food_id')
      .notNull()
      .references(() => foods.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.rank, table.foodId] }),
    index('food_words_food_index').on(table.foodId, table.word),
    allow('food_words_operator', 'all', isOperatorOfList),
    allow('food_words_read', 'select', isSignedIn),
  ],
);

/**
 * Tenant. A coach's own foods, and what the coach has changed of the foods of all coaches: content, hidden, favorite.
 * `food` is null where the content is that of all coaches. A food that was merged into another one keeps its row, because
 * meals and logs may name its id. So does each version of a recipe: plans show the version that they were given.
 */
export const coachFoods = pgTable(
  'coach_foods',
  {
    coachId: coachId().references(() => coaches.id),
    id: uuid('id').notNull(),
    food: jsonb('food').$type<FoodInput>(),
    /** The recipe from which `food` was calculated; null for other foods. */
    recipe: jsonb('recipe').$type<Recipe>(),
    hidden: boolean('hidden').notNull().default(false),
    favorite: boolean('favorite').notNull().default(false),
    /** The food that took its place in lists, or the latest version of a recipe. */
    mergedInto: uuid('merged_into'),
    /** Counts the changes of the content. */
    version: integer('version').notNull().default(0),
    createdAt: createdAt(),
    nameKey: byteText('name_key').generatedAlwaysAs(searchKey(sql`food ->> 'name'`)),
    /** Null without a code on the pack, and for merged foods. */
    barcode: text('barcode').generatedAlwaysAs(
      sql`case when merged_into is null then nullif(food ->> 'barcode', '') end`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'coach_foods_merged_fk',
      columns: [table.coachId, table.mergedInto],
      foreignColumns: [table.coachId, table.id],
    }).onDelete('cascade'),
    index('coach_foods_merged_index').on(table.coachId, table.mergedInto),
    uniqueIndex('coach_foods_barcode_index').on(table.coachId, table.barcode),
    allow('coach_foods_coach', 'all', isCoachOfTenant),
    // Clients log the foods of their coach.
    allow('coach_foods_client', 'select', isClientOfTenant(WRITING_CLIENT)),
  ],
);

/** Tenant. The words of the foods that a coach has added or edited, like `food_words`. */
export const coachFoodWords = pgTable(
  'coach_food_words',
  { coachId: coachId(), ...wordColumns(), foodId: uuid('food_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.coachId, table.word, table.rank, table.foodId] }),
    foreignKey({
      name: 'coach_food_words_food_fk',
      columns: [table.coachId, table.foodId],
      foreignColumns: [coachFoods.coachId, coachFoods.id],
    }).onDelete('cascade'),
    index('coach_food_words_food_index').on(table.coachId, table.foodId, table.word),
    allow('coach_food_words_coach', 'all', isCoachOfTenant),
    allow('coach_food_words_client', 'select', isClientOfTenant(WRITING_CLIENT)),
  ],
);

/** Tenant. How often and how lately a coach put a food into a plan or a recipe, for the order of a search. */
export const foodUses = pgTable(
  'food_uses',
  {
    coachId: coachId().references(() => coaches.id),
    foodId: uuid('food_id').notNull(),
    /** Uses until `usedAt`, of which earlier ones count less (`foods.uses.rules.ts`). */
    score: doublePrecision('score').notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.coachId, table.foodId] }), allow('food_uses_coach', 'all', isCoachOfTenant)],
);

/** Directory. Imported files of foods. Rows are staged first, so that an import changes all its foods at once. */
export const foodImports = pgTable(
  'food_imports',
  {
    id: uuid('id').primaryKey(),
    status: text('status', { enum: ['staged', 'imported', 'undone'] })
      .notNull()
      .default('staged'),
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('food_imports_status_check', 'status', ['staged', 'imported', 'undone']),
    index('food_imports_created_index').on(table.createdAt),
    allow('food_imports_operator', 'all', isOperator),
  ],
);

/** Directory. The rows of a file. Those that changed a food also have the data to undo it. */
export const foodImportRows = pgTable(
  'food_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => foodImports.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    row: jsonb('row').$type<FoodRow>().notNull(),
    /** The food's version after the import; null when nothing changed. */
    version: integer('version'),
    /** The food before the import; null for a new one. */
    before: jsonb('before').$type<FoodInput>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.key] }),
    allow('food_import_rows_operator', 'all', isOperator),
  ],
);
