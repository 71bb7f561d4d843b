import { EXPENSE_CATEGORIES } from '@stridewell/contract/expenses/expenses.rules';
import type { z } from 'zod';
import { refuse } from '../refusals.ts';
import { NOT_SHOWN } from './viewing.ts';

/**
 * Texts that operators see while they view, by the key of their field. Ids, dates, numbers and fixed choices are always
 * shown. Every other text may have been written by a coach or a client, and is replaced until its key is added here.
 */
const SHOWN_EVERYWHERE = ['id', 'key', 'currency', 'currencies', 'timeZone', 'nextCursor', 'cursor', 'requiredPlan'];

const PLAN = ['stripe_customer_id', 'subscription_status'];
const PROGRAM = ['exerciseId', 'programId', 'group', 'letter', 'reps', 'tempo', 'alternatives'];
/** Facts of the audit log, whose record fields are shown with the values under these keys. */
const FACTS = ['before', 'after', 'status', 'role', 'plan', 'method', 'paidOn', 'until', 'graceUntil', 'dueAt', 'file'];

const SHOWN_IN: Partial<Record<string, readonly string[]>> = {
  // The account's own name and address, which stand on the page where the view starts.
  'identity.getSession': [...PLAN, 'fullName', 'email', 'status', 'text'],
  'identity.getCoach': ['fullName', 'status'],
  'billing.getPlanAccess': PLAN,
  'billing.getSubscription': ['status', 'brand', 'last4', 'number'],
  'coaches.getCoachProfile': ['fullName', 'initials'],
  'calendar.getSeries': ['label'],
  'pipeline.getLeadForm': ['slug', 'appUrl'],
  'programs.listPrograms': PROGRAM,
  'programs.getProgram': PROGRAM,
  'programs.listProgramVersions': PROGRAM,
  'programs.getProgramVersion': PROGRAM,
  'money.getOnlinePayments': ['missing'],
  'money.listMoneyHistory': FACTS,
  'audit.listOwnEntries': [...FACTS, 'network'],
};

const SHOWN_VALUES: Partial<Record<string, readonly string[]>> = {
  category: EXPENSE_CATEGORIES,
  categories: EXPENSE_CATEGORIES,
};

/** Texts that tell rows apart get a label with a number, which equal texts of one answer share. */
const NUMBERED: Partial<Record<string, string>> = {
  category: 'Category',
  categories: 'Category',
  folder: 'Folder',
  location: 'Place',
  names: 'Subscription',
  payee: 'Payee',
  sessionType: 'Session type',
  source: 'Source',
  tags: 'Tag',
};

/** Texts that name what the id beside them belongs to. */
const NAMED_BY: Partial<Record<string, readonly [noun: string, idKey: string]>> = {
  clientName: ['Client', 'clientId'],
  invoiceLabel: ['Invoice', 'invoiceId'],
  label: ['Invoice', 'id'],
};

/** Nouns that replace a `name`, by the key of the list or object it stands in. */
const NOUNS: Partial<Record<string, string>> = {
  changes: 'Client',
  days: 'Day',
  exercises: 'Exercise',
  leads: 'Lead',
  packages: 'Package',
  phases: 'Phase',
  program: 'Program',
  programs: 'Program',
  receipt: 'Receipt',
  rows: 'Subscription',
  subscriptions: 'Subscription',
  templates: 'Form',
  types: 'Session type',
  workout: 'Workout',
};

/** Addresses, which something is opened with. */
const EMPTIED = new Set([
  'email',
  'phone',
  'image',
  'photoUrl',
  'videoUrl',
  'website',
  'instagram',
  'meetingUrl',
  'ownMeetingUrl',
]);

const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'readonly', 'nonoptional', 'catch'] as const;
const FIXED_FORMATS = new Set(['uuid', 'guid', 'date', 'datetime', 'time']);

type Schema = z.core.$ZodType;
type Row = Record<string, unknown>;

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** The schema without what only says that a value may be missing, or how it is read. */
function inner(schema: Schema): Schema {
  const def = defOf(schema);
  if (WRAPPERS.some((type) => type === def.type)) return inner((def as z.core.$ZodOptionalDef).innerType);
  if (def.type === 'lazy') return inner(def.getter());
  return def.type === 'pipe' ? inner(def.in) : schema;
}

/** Whether a text is one that people cannot choose freely: an id, a date, or one of several words. */
function isFixed(schema: Schema | undefined, value: string): boolean {
  if (!schema) return false;
  const def = defOf(inner(schema));
  if (def.type === 'enum') return Object.values(def.entries).includes(value);
  if (def.type === 'literal') return def.values.includes(value);
  if (def.type === 'union') return def.options.some((option) => isFixed(option, value));
  return def.type === 'string' && 'format' in def && typeof def.format === 'string' && FIXED_FORMATS.has(def.format);
}

/** The option of a union that a value is of, and any other schema as it is. */
function optionOf(schema: Schema | undefined, value: unknown): Schema | undefined {
  if (!schema) return undefined;
  const found = inner(schema);
  const def = defOf(found);
  if (def.type !== 'union') return found;
  return optionOf(
    def.options.find((option) => (option as z.ZodType).safeParse(value).success),
    value,
  );
}

function fieldOf(schema: Schema | undefined, key: string): Schema | undefined {
  if (!schema) return undefined;
  const def = defOf(schema);
  if (def.type === 'object') return def.shape[key] ?? def.catchall;
  return def.type === 'record' ? def.valueType : undefined;
}

/** Where a text stands in an answer. */
type Place = { key: string; row: Row; container: string; index: number; outerId?: unknown };

/** The answer of a procedure with every text replaced that a coach, a client or a lead may have written. */
export function shownToOperators(procedure: unknown, schema: unknown, answer: unknown): unknown {
  const shownKeys = new Set([...SHOWN_EVERYWHERE, ...(SHOWN_IN[String(procedure)] ?? [])]);
  const numbers = new Map<string, string[]>();

  const numbered = (noun: string, value: string): string => {
    const known = numbers.get(noun) ?? [];
    numbers.set(noun, known.includes(value) ? known : [...known, value]);
    return `${noun} ${(numbers.get(noun) ?? []).indexOf(value) + 1}`;
  };

  const replaced = (value: string, { key, row, container, index, outerId }: Place): string => {
    const noun = key === 'name' ? NOUNS[container] : undefined;
    if (EMPTIED.has(key)) return '';
    if (noun === 'Session type') return numbered(noun, value);
    // The document of a program has the id of the row that holds it.
    if (noun === 'Program') return labelOf(noun, row.id ?? outerId) ?? noun;
    if (noun) return nameOf(noun, row, index);
    const [named, idKey] = NAMED_BY[key] ?? [];
    if (named && idKey) return labelOf(named, row[idKey]) ?? 'Name hidden';
    const counted = NUMBERED[key];
    return counted ? numbered(counted, value) : NOT_SHOWN;
  };

  const textOf = (value: string, known: Schema | undefined, place: Place): string => {
    const isShown = value === '' || shownKeys.has(place.key) || SHOWN_VALUES[place.key]?.includes(value);
    return isShown || isFixed(known, value) ? value : replaced(value, place);
  };

  const listOf = (values: readonly unknown[], known: Schema | undefined, place: Place): unknown[] => {
    const def = known && defOf(known);
    const element = def?.type === 'array' ? def.element : undefined;
    const shown = values.map((value, index) => shownValue(value, element, { ...place, container: place.key, index }));
    return values.every((value) => typeof value === 'string') ? [...new Set(shown)] : shown;
  };

  const rowOf = (row: Row, known: Schema | undefined, { key: container, index, outerId }: Place): Row => {
    // An exercise or a program of the product that the coach has not edited.
    if (row.builtIn === true && row.changed !== true) return row;
    const hasOwnKeys = known && defOf(known).type === 'record' && !shownKeys.has(container);
    return Object.fromEntries(
      Object.entries(row).flatMap(([key, value]) =>
        hasOwnKeys && !isFixed((defOf(known) as z.core.$ZodRecordDef).keyType, key)
          ? []
          : [[key, shownValue(value, fieldOf(known, key), { key, row, container, index, outerId: row.id ?? outerId })]],
      ),
    );
  };

  const shownValue = (value: unknown, known: Schema | undefined, place: Place): unknown => {
    if (typeof value === 'string') return textOf(value, known, place);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    const found = optionOf(known, value);
    return Array.isArray(value) ? listOf(value, found, place) : rowOf(value as Row, found, place);
  };

  return shownValue(answer, schema as Schema | undefined, { key: '', row: {}, container: '', index: 0 });
}

/** Tells rows apart without their names, like `Client 3f2a`. */
const labelOf = (noun: string, id: unknown): string | undefined =>
  typeof id === 'string' ? `${noun} ${id.slice(-4)}` : undefined;

const BUILT_IN_ID = /^[a-z]+(?:-[a-z]+)+$/;

function nameOf(noun: string, row: Row, index: number): string {
  const exercise = row.exerciseId ?? row.id;
  // The ids of built-in exercises are words.
  if (noun === 'Exercise' && typeof exercise === 'string' && BUILT_IN_ID.test(exercise)) {
    return exercise.charAt(0).toUpperCase() + exercise.slice(1).replaceAll('-', ' ');
  }
  return labelOf(noun, noun === 'Client' ? row.clientId : exercise) ?? `${noun} ${index + 1}`;
}

const SORTED_BY_TEXT = new Set(['name', 'payee']);

/**
 * Refuses to search, filter or sort by texts that are not shown, because the answer would tell what they say.
 * @throws VIEWING
 */
export function requireNoHiddenTexts(schema: unknown, input: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  const found = optionOf(schema as Schema | undefined, input);
  const shownKeys = new Set([...SHOWN_EVERYWHERE, ...PROGRAM]);
  for (const [key, value] of Object.entries(input)) {
    if (typeof value !== 'string' || value === '') continue;
    const isShown = shownKeys.has(key) || SHOWN_VALUES[key]?.includes(value) || isFixed(fieldOf(found, key), value);
    if (isShown && !(key === 'sort' && SORTED_BY_TEXT.has(value))) continue;
    throw refuse('VIEWING', { message: NOT_SHOWN });
  }
}
