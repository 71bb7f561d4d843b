import type { ClientFood } from '@stridewell/contract/foodlogs/foodlogs.foods.rules';
import { ENTRY_KINDS, FOOD_DAY_STATUSES } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { FOOD_TIERS, FOOD_UNITS } from '@stridewell/contract/foods/foods.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { relationshipKey } from '../../core/relationships/relationships.table.ts';
import { coachId } from '../../core/tenancy/columns.ts';
import {
  isClientOfRow,
  isCoachOfRow,
  isCoachOfTenant,
  READING_CLIENT,
  WRITING_CLIENT,
} from '../../core/tenancy/policies.ts';
import { instant, oneOf } from '../../platform/db/columns.ts';
import { allow } from '../../platform/db/policies.ts';

const ofClient = () => ({
  coachId: coachId(),
  clientId: uuid('client_id').notNull(),
  /** In the client's time zone. */
  day: date('day', { mode: 'string' }).notNull(),
});

/**
 * Tenant. Days of clients' food logs. The columns from `kcal` to `uncounted` are derived from the entries, so that
 * figures over many days do not read these.
 */
export const foodDays = pgTable(
  'food_days',
  {
    ...ofClient(),
    /** Null as long as the client has not chosen one. */
    status: text('status', { enum: FOOD_DAY_STATUSES }),
    statusChangedAt: instant('status_changed_at').notNull(),
    note: text('note').notNull(),
    noteChangedAt: instant('note_changed_at').notNull(),
    kcal: doublePrecision('kcal').notNull(),
    protein: doublePrecision('protein').notNull(),
    carbohydrate: doublePrecision('carbohydrate').notNull(),
    fat: doublePrecision('fat').notNull(),
    waterMl: doublePrecision('water_ml').notNull(),
    entries: integer('entries').notNull(),
    /** Entries whose energy is not known. */
    uncounted: integer('uncounted').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The import that chose the status, as long as nothing else has. */
    statusImportId: uuid('status_import_id'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.day] }),
    relationshipKey(table),
    oneOf('food_days_status_check', 'status', FOOD_DAY_STATUSES),
    allow('food_days_coach', 'select', isCoachOfRow),
    // Coaches import the log of another app.
    allow('food_days_coach_insert', 'insert', isCoachOfTenant),
    allow('food_days_coach_update', 'update', isCoachOfTenant),
    allow('food_days_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('food_days_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('food_days_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);

/**
 * Tenant. What a client ate and drank, as it was at that time. Floating point keeps the numbers exactly as the device
 * sent them, so that equal entries are recognised.
 */
export const foodEntries = pgTable(
  'food_entries',
  {
    ...ofClient(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    meal: text('meal').notNull(),
    name: text('name').notNull(),
    foodId: uuid('food_id'),
    tier: text('tier', { enum: FOOD_TIERS }),
    amount: doublePrecision('amount'),
    measure: text('measure'),
    quantity: doublePrecision('quantity'),
    unit: text('unit', { enum: FOOD_UNITS }),
    kcal: doublePrecision('kcal'),
    protein: doublePrecision('protein'),
    carbohydrate: doublePrecision('carbohydrate'),
    fat: doublePrecision('fat'),
    fileId: uuid('file_id'),
    mealPlanId: text('meal_plan_id'),
    plannedMealId: text('planned_meal_id'),
    loggedAt: instant('logged_at').notNull(),
    deleted: boolean('deleted').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** When the server had it first. */
    arrivedAt: instant('arrived_at').notNull(),
    /** The file of another app that it came with. Null again once the import was undone. */
    importId: uuid('import_id'),
    /** The code on the pack of a quick entry, whose food is not known. */
    barcode: text('barcode'),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.day, table.id] }),
    foreignKey({
      name: 'food_entries_day_fk',
      columns: [table.coachId, table.clientId, table.day],
      foreignColumns: [foodDays.coachId, foodDays.clientId, foodDays.day],
    }).onDelete('cascade'),
    index('food_entries_food_index')
      .on(table.coachId, table.clientId, table.day, table.foodId)
      .where(sql`food_id is not null and not deleted`),
    index('food_entries_import_index')
      .on(table.coachId, table.clientId, table.importId)
      .where(sql`import_id is not null`),
    index('food_entries_barcode_index')
      .on(table.coachId, table.clientId, table.barcode)
      .where(sql`barcode is not null`),
    oneOf('food_entries_kind_check', 'kind', ENTRY_KINDS),
    oneOf('food_entries_tier_check', 'tier', FOOD_TIERS),
    oneOf('food_entries_unit_check', 'unit', FOOD_UNITS),
    allow('food_entries_coach', 'select', isCoachOfRow),
    allow('food_entries_coach_insert', 'insert', isCoachOfTenant),
    allow('food_entries_coach_update', 'update', isCoachOfTenant),
    allow('food_entries_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('food_entries_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('food_entries_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant. Foods that clients have added. What was logged of them stays when they change or are deleted. */
export const clientFoods = pgTable(
  'client_foods',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    id: uuid('id').notNull(),
    food: jsonb('food').$type<ClientFood>().notNull(),
    barcode: text('barcode'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.id] }),
    relationshipKey(table),
    uniqueIndex('client_foods_barcode_index')
      .on(table.coachId, table.clientId, table.barcode)
      .where(sql`barcode is not null`),
    allow('client_foods_coach', 'select', isCoachOfRow),
    allow('client_foods_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('client_foods_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('client_foods_client_update', 'update', isClientOfRow(WRITING_CLIENT)),
    allow('client_foods_client_delete', 'delete', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant. Foods that clients marked as favorites: foods of all coaches, of their coach, or own ones. */
export const clientFoodFavorites = pgTable(
  'client_food_favorites',
  {
    coachId: coachId(),
    clientId: uuid('client_id').notNull(),
    /** Also of a food that was hidden, merged or deleted since. */
    foodId: uuid('food_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.clientId, table.foodId] }),
    relationshipKey(table),
    allow('client_food_favorites_coach', 'select', isCoachOfRow),
    allow('client_food_favorites_client_read', 'select', isClientOfRow(READING_CLIENT)),
    allow('client_food_favorites_client_insert', 'insert', isClientOfRow(WRITING_CLIENT)),
    allow('client_food_favorites_client_delete', 'delete', isClientOfRow(WRITING_CLIENT)),
  ],
);

/** Tenant, append-only. The coach's comments on a day, on one of its meals, or on an entry. */
export const foodComments = pgTable(
  'food_comments',
  {
    ...ofClient(),
    id: uuid('id').notNull(),
    meal: text('meal'),
    entryId: uuid('entry_id'),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.coachId, table.id] }),
    foreignKey({
      name: 'food_comments_day_fk',
      columns: [table.coachId, table.clientId, table.day],
      foreignColumns: [foodDays.coachId, foodDays.clientId, foodDays.day],
    }).onDelete('cascade'),
    index('food_comments_day_index').on(table.coachId, table.clientId, table.day, table.createdAt),
    allow('food_comments_coach_read', 'select', isCoachOfRow),
    allow('food_comments_coach_write', 'insert', isCoachOfTenant),
    allow('food_comments_client', 'select', isClientOfRow(READING_CLIENT)),
  ],
);
