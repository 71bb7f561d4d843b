import type { ClientRecord } from '@stridewell/contract/records/records.fields';
import {
  type DAY_PARTS,
  FITNESS_LEVELS,
  GENDER_LABELS,
  GENDERS,
  type WEEKDAYS,
} from '@stridewell/contract/records/records.options.rules';
import { RECORD_LABELS, type RecordField } from '@stridewell/contract/records/records.rules';
import { ageOn, relativeDayLabel } from '@stridewell/contract/time';
import {
  cmToFeetAndInches,
  feetAndInchesToCm,
  type UnitSystem,
  weightForDisplay,
  weightFromInput,
} from '@stridewell/contract/units';
import { weightLabel } from '../../lib/format.ts';

export const WEEKDAY_LABELS: Record<(typeof WEEKDAYS)[number], string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};
export const DAY_PART_LABELS: Record<(typeof DAY_PARTS)[number], string> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
  evening: 'Evening',
};

export const RECORD_SECTIONS = [
  { id: 'person', title: 'Person' },
  { id: 'goal', title: 'Goal' },
  { id: 'body', title: 'Body' },
  { id: 'food', title: 'Food' },
  { id: 'training', title: 'Training' },
  { id: 'emergency', title: 'Emergency contact' },
] as const;
export type RecordSection = (typeof RECORD_SECTIONS)[number]['id'];

export const SECTION_FIELDS: Record<RecordSection, readonly RecordField[]> = {
  person: ['fullName', 'dateOfBirth', 'gender', 'phone', 'occupation', 'timeZone'],
  goal: ['goal', 'goalWeightKg', 'targetDay'],
  body: ['heightCm', 'startWeightKg', 'injuries'],
  food: ['diet', 'dietaryRestrictions', 'allergies'],
  training: ['fitnessLevel', 'daysPerWeek', 'equipment', 'availability'],
  emergency: ['emergencyName', 'emergencyRelation', 'emergencyPhone'],
};

/** How a person reads a record: their units, and the day that is today for them. */
export type ReaderContext = { units: UnitSystem; today: string };

/** The text of a field; null when it is empty. */
export function fieldText(record: ClientRecord, field: RecordField, { units, today }: ReaderContext): string | null {
  const value = record[field];
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  if (field === 'availability') return slotsText(record);
  if (Array.isArray(value)) return value.join(', ');
  if (field === 'goalWeightKg' || field === 'startWeightKg') return weightLabel(Number(value), units);
  if (field === 'heightCm') return heightLabel(Number(value), units);
  if (field === 'gender') return record.gender && GENDER_LABELS[record.gender];
  if (field === 'timeZone') return String(value).replaceAll('_', ' ');
  if (field === 'targetDay') return relativeDayLabel(String(value), today);
  if (field === 'dateOfBirth') {
    const age = ageOn(String(value), today);
    return `${relativeDayLabel(String(value), today)}${age === null ? '' : ` (${age} years)`}`;
  }
  return String(value);
}

const slotsText = ({ availability }: ClientRecord): string =>
  availability.length === 1 ? '1 time slot a week' : `${availability.length} time slots a week`;

function heightLabel(cm: number, units: UnitSystem): string {
  if (units === 'metric') return `${cm} cm`;
  const { feet, inches } = cmToFeetAndInches(cm);
  return `${feet} ft ${inches} in`;
}

export const recordRows = (record: ClientRecord, section: RecordSection, reader: ReaderContext) =>
  SECTION_FIELDS[section].map((field) => ({
    label: RECORD_LABELS[field],
    text: fieldText(record, field, reader),
  }));

/** A number field, which is empty text without a number. */
type NumberValue = number | string;

/** The values of the form: numbers in the coach's units, and empty text for null. */
export type RecordValues = Omit<
  ClientRecord,
  | 'goalWeightKg'
  | 'startWeightKg'
  | 'heightCm'
  | 'targetDay'
  | 'dateOfBirth'
  | 'gender'
  | 'fitnessLevel'
  | 'daysPerWeek'
  | 'timeZone'
> & {
  goalWeightKg: NumberValue;
  startWeightKg: NumberValue;
  heightCm: NumberValue;
  heightFeet: NumberValue;
  heightInches: NumberValue;
  targetDay: string;
  dateOfBirth: string;
  gender: string;
  fitnessLevel: string;
  daysPerWeek: string;
  timeZone: string;
};

export function toValues(record: ClientRecord, units: UnitSystem): RecordValues {
  const weight = (kg: number | null): NumberValue => (kg === null ? '' : weightForDisplay(kg, units));
  const { feet, inches } = cmToFeetAndInches(record.heightCm ?? 0);
  return {
    ...record,
    goalWeightKg: weight(record.goalWeightKg),
    startWeightKg: weight(record.startWeightKg),
    heightCm: record.heightCm ?? '',
    heightFeet: record.heightCm === null ? '' : feet,
    heightInches: record.heightCm === null ? '' : inches,
    targetDay: record.targetDay ?? '',
    dateOfBirth: record.dateOfBirth ?? '',
    gender: record.gender ?? '',
    fitnessLevel: record.fitnessLevel ?? '',
    daysPerWeek: record.daysPerWeek === null ? '' : String(record.daysPerWeek),
    timeZone: record.timeZone ?? '',
  };
}

/**
 * The record in the units of the contract. An unchanged number is taken from `base`, so that a conversion to pounds and
 * back does not change kilograms.
 */
export function toRecord(values: RecordValues, units: UnitSystem, base: ClientRecord): ClientRecord {
  const before = toValues(base, units);
  const { heightFeet, heightInches, ...rest } = values;
  const weight = (field: 'goalWeightKg' | 'startWeightKg'): number | null => {
    if (values[field] === before[field]) return base[field];
    return values[field] === '' ? null : weightFromInput(Number(values[field]), units);
  };
  const height = (): number | null => {
    if (units === 'metric') return values.heightCm === '' ? null : Number(values.heightCm);
    if (heightFeet === before.heightFeet && heightInches === before.heightInches) return base.heightCm;
    if (heightFeet === '' && heightInches === '') return null;
    return Number(feetAndInchesToCm(Number(heightFeet), Number(heightInches)).toFixed(2));
  };
  return {
    ...rest,
    goalWeightKg: weight('goalWeightKg'),
    startWeightKg: weight('startWeightKg'),
    heightCm: height(),
    targetDay: values.targetDay || null,
    dateOfBirth: values.dateOfBirth || null,
    gender: GENDERS.find((gender) => gender === values.gender) ?? null,
    fitnessLevel: FITNESS_LEVELS.find((level) => level === values.fitnessLevel) ?? null,
    daysPerWeek: values.daysPerWeek === '' ? null : Number(values.daysPerWeek),
    timeZone: values.timeZone || null,
  };
}

/** The field that shows a problem of the record. Imperial heights are typed in feet and inches. */
export const fieldIn = (units: UnitSystem) => (path: string) =>
  path === 'heightCm' && units === 'imperial' ? 'heightFeet' : path;
