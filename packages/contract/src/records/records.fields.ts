import { z } from 'zod';
import { day, line, text, timeZone } from '../fields.ts';
import { AVAILABILITY_SLOTS, FITNESS_LEVELS, GENDERS, RECORD_BOUNDS } from './records.options.rules.ts';

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
