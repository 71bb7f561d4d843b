import type { ClientRecord } from './records.fields.ts';

export type RecordField = keyof ClientRecord;

/** Field names for screens, in the order of the record. */
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

export const RECORD_FIELDS = Object.keys(RECORD_LABELS) as RecordField[];

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
