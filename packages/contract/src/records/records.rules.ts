import { z } from 'zod';
import { day, line, text, timeZone } from '../fields.ts';

export const FITNESS_LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert'] as const;
export const GENDERS = ['female', 'male', 'non_binary', 'other'] as const;
export const GENDER_LABELS: Record<(typeof GENDERS)[number], string> = {
  female: 'Female',
  male: 'Male',
  non_binary: 'Non-binary',
  other: 'Other',
};

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type AvailabilitySlot = `${(typeof WEEKDAYS)[number]}_${(typeof DAY_PARTS)[number]}`;
export const AVAILABILITY_SLOTS: readonly AvailabilitySlot[] = WEEKDAYS.flatMap((weekday) =>
  DAY_PARTS.map((part): AvailabilitySlot => `${weekday}_${part}`),
);

/** Suggestions; other values are allowed. */
export const DIETARY_RESTRICTIONS = [
  'Vegetarian',
  'Vegan',
  'Pescatarian',
  'Gluten-free',
  'Lactose-free',
  'Halal',
  'Kosher',
  'Low FODMAP',
] as const;
export const ALLERGIES = [
  'Peanuts',
  'Tree nuts',
  'Milk',
  'Eggs',
  'Fish',
  'Shellfish',
  'Soy',
  'Wheat',
  'Sesame',
] as const;
export const EQUIPMENT = [
  'Full gym',
  'Dumbbells',
  'Barbell and plates',
  'Kettlebells',
  'Resistance bands',
  'Pull-up bar',
  'Bench',
  'Treadmill',
  'Bike',
  'Rower',
  'Yoga mat',
] as const;

export const RECORD_BOUNDS = {
  weightKg: { min: 20, max: 400 },
  heightCm: { min: 50, max: 260 },
  listLength: 20,
  listItem: 60,
} as const;

const WEIGHT = 'Please enter a weight between 20 and 400 kg (45 and 881 lb)';
const HEIGHT = 'Please enter a height between 50 and 260 cm (1 ft 8 in and 8 ft 6 in)';
const weight = z.number(WEIGHT).min(RECORD_BOUNDS.weightKg.min, WEIGHT).max(RECORD_BOUNDS.weightKg.max, WEIGHT);
const list = z
  .array(line(RECORD_BOUNDS.listItem))
  .max(RECORD_BOUNDS.listLength, `Please use at most ${RECORD_BOUNDS.listLength} entries`);
/** Optional line; may be empty. */
const optionalLine = (max: number) => line(max).or(z.string().trim().length(0));
const phone = z
  .string()
  .trim()
  .regex(/^(?:\+?[\d ()./-]{5,30})?$/, 'Please enter a phone number, such as +1 555 010 0199');
const OLDEST_BIRTHDAY = '1900-01-01';

/** The coach's record of one client. Empty text, an empty list and null mean unknown. */
export const clientRecord = z.object({
  fullName: line(120),
  goal: text(500),
  goalWeightKg: weight.nullable(),
  targetDay: day.refine((value) => value >= '2000' && value < '2100', 'Please check the date').nullable(),
  startWeightKg: weight.nullable(),
  heightCm: z.number(HEIGHT).min(RECORD_BOUNDS.heightCm.min, HEIGHT).max(RECORD_BOUNDS.heightCm.max, HEIGHT).nullable(),
  dateOfBirth: day
    .refine(
      (value) => value >= OLDEST_BIRTHDAY && Date.parse(value) < Date.now(),
      'Please enter a past date, 1900 or later',
    )
    .nullable(),
  gender: z.enum(GENDERS).nullable(),
  fitnessLevel: z.enum(FITNESS_LEVELS).nullable(),
  daysPerWeek: z
    .int('Please choose 1 to 7 days')
    .min(1, 'Please choose 1 to 7 days')
    .max(7, 'Please choose 1 to 7 days')
    .nullable(),
  availability: z.array(z.enum(AVAILABILITY_SLOTS)).max(AVAILABILITY_SLOTS.length),
  diet: text(1000),
  dietaryRestrictions: list,
  allergies: list,
  injuries: text(2000),
  equipment: list,
  phone,
  occupation: optionalLine(120),
  emergencyName: optionalLine(120),
  emergencyRelation: optionalLine(60),
  emergencyPhone: phone,
  timeZone: timeZone.nullable(),
});
export type ClientRecord = z.infer<typeof clientRecord>;
export type RecordField = keyof ClientRecord;

export const RECORD_FIELDS = Object.keys(clientRecord.shape) as RecordField[];

/** Field names for screens. */
export const RECORD_LABELS: Record<RecordField, string> = {
  fullName: 'Name',
  goal: 'Goal',
  goalWeightKg: 'Goal weight',
  targetDay: 'Target date',
  startWeightKg: 'Start weight',
  heightCm: 'Height',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  fitnessLevel: 'Fitness level',
  daysPerWeek: 'Training days a week',
  availability: 'Availability',
  diet: 'Food preferences',
  dietaryRestrictions: 'Dietary restrictions',
  allergies: 'Allergies',
  injuries: 'Injuries and limits',
  equipment: 'Equipment',
  phone: 'Phone',
  occupation: 'Occupation',
  emergencyName: 'Emergency contact',
  emergencyRelation: 'Relation',
  emergencyPhone: 'Emergency phone',
  timeZone: 'Time zone',
};

const isFilled = (value: ClientRecord[RecordField]): boolean =>
  value !== null && (typeof value === 'number' || value.length > 0);

/** Sorts lists, because the order of selection has no meaning. */
const comparableText = (value: ClientRecord[RecordField]): string =>
  JSON.stringify(Array.isArray(value) ? [...value].sort() : value);

/** Fields that differ, in the order of the record. */
export const changedFields = (one: ClientRecord, other: ClientRecord): RecordField[] =>
  RECORD_FIELDS.filter((field) => comparableText(one[field]) !== comparableText(other[field]));

export type MergedRecord = {
  record: ClientRecord;
  /** Fields that only the other editor changed; their values are in `record`. */
  taken: RecordField[];
  /** Fields that both changed to different values; `record` holds the own value. */
  conflicts: RecordField[];
};

/** Merges two edits of the same `base`. Every value that is not in the result is named in `conflicts`. */
export function mergeRecords(base: ClientRecord, mine: ClientRecord, theirs: ClientRecord): MergedRecord {
  const changedByThem = changedFields(base, theirs);
  const changedByMe = new Set(changedFields(base, mine));
  const differing = new Set(changedFields(mine, theirs));
  const taken = changedByThem.filter((field) => !changedByMe.has(field));
  const values = Object.fromEntries(taken.map((field) => [field, theirs[field]]));
  return {
    record: { ...mine, ...values },
    taken,
    conflicts: changedByThem.filter((field) => changedByMe.has(field) && differing.has(field)),
  };
}

export const ONBOARDING_PARTS = ['goal', 'diet', 'measurements', 'photo', 'availability'] as const;
export type OnboardingProgress = Record<(typeof ONBOARDING_PARTS)[number], boolean>;

/** Which of the five onboarding parts have answers. Diet needs one answer about diet, restrictions or allergies. */
export const onboardingProgress = (record: ClientRecord, hasPhoto: boolean): OnboardingProgress => ({
  goal: isFilled(record.goal),
  diet: isFilled(record.diet) || isFilled(record.dietaryRestrictions) || isFilled(record.allergies),
  measurements: isFilled(record.heightCm) && isFilled(record.startWeightKg),
  photo: hasPhoto,
  availability: isFilled(record.availability),
});

/** Events in the history of a relationship. */
export const CLIENT_EVENTS = [
  'added',
  'invited',
  'accepted',
  'declined',
  'paused',
  'resumed',
  'archived',
  'revoked',
  'restored',
  'ended',
  'record_edited',
  'onboarding_completed',
] as const;
