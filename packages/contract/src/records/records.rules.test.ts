import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientRecord, clientRecord } from './records.fields.ts';
import { AVAILABILITY_SLOTS, FITNESS_LEVELS } from './records.options.rules.ts';
import {
  changedFields,
  mergeRecords,
  ONBOARDING_PARTS,
  onboardingProgress,
  RECORD_FIELDS,
  RECORD_LABELS,
} from './records.rules.ts';

const EMPTY: ClientRecord = {
  fullName: 'Nina',
  goal: '',
  goalWeightKg: null,
  targetDay: null,
  startWeightKg: null,
  heightCm: null,
  dateOfBirth: null,
  gender: null,
  fitnessLevel: null,
  daysPerWeek: null,
  availability: [],
  diet: '',
  dietaryRestrictions: [],
  allergies: [],
  injuries: '',
  equipment: [],
  phone: '',
  occupation: '',
  emergencyName: '',
  emergencyRelation: '',
  emergencyPhone: '',
  timeZone: null,
};

const words = fc.constantFrom('', 'a', 'b');
/** Few values, so that edits often collide. */
const records = fc
  .record({
    goal: words,
    diet: words,
    goalWeightKg: fc.constantFrom(null, 70, 80),
    daysPerWeek: fc.constantFrom(null, 3, 4),
    fitnessLevel: fc.constantFrom(null, ...FITNESS_LEVELS),
    allergies: fc.subarray(['Nuts', 'Milk', 'Soy']),
    availability: fc.shuffledSubarray([...AVAILABILITY_SLOTS]),
  })
  .map((changes): ClientRecord => ({ ...EMPTY, ...changes }));

describe('two edits of one record', () => {
  it('lose nothing: each field is one of both edits, and what they disagree about is named', () => {
    fc.assert(
      fc.property(records, records, records, (base, mine, theirs) => {
        const { record, taken, conflicts } = mergeRecords(base, mine, theirs);
        const differs = (one: ClientRecord, other: ClientRecord) => new Set(changedFields(one, other));
        for (const field of RECORD_FIELDS) {
          if (taken.includes(field)) {
            expect(record[field]).toEqual(theirs[field]);
            expect(differs(base, mine).has(field)).toBe(false);
          } else expect(record[field]).toEqual(mine[field]);
        }
        // Each of their changes is in the result or named as a conflict.
        const missing = changedFields(base, theirs).filter((field) => differs(record, theirs).has(field));
        expect(missing).toEqual(conflicts);
      }),
    );
  });

  it('are one when only one of both changed something', () => {
    fc.assert(
      fc.property(records, records, (base, other) => {
        expect(changedFields(mergeRecords(base, base, other).record, other)).toEqual([]);
        expect(mergeRecords(base, other, base)).toEqual({ record: other, taken: [], conflicts: [] });
        expect(mergeRecords(base, other, other).conflicts).toEqual([]);
      }),
    );
  });

  it('do not differ by the order of a list', () => {
    const one = { ...EMPTY, allergies: ['Nuts', 'Milk'] };
    expect(changedFields(one, { ...EMPTY, allergies: ['Milk', 'Nuts'] })).toEqual([]);
    expect(changedFields(one, EMPTY)).toEqual(['allergies']);
  });
});

describe('a record', () => {
  it('may be empty but for the name, and every field has a name of its own', () => {
    expect(clientRecord.parse(EMPTY)).toEqual(EMPTY);
    expect(clientRecord.safeParse({ ...EMPTY, fullName: ' ' }).success).toBe(false);
    expect(new Set(Object.values(RECORD_LABELS)).size).toBe(RECORD_FIELDS.length);
  });

  it.each([
    ['phone', '+1 (555) 010-0199', true],
    ['phone', '', true],
    ['phone', 'call me', false],
    ['emergencyPhone', '12', false],
    ['dateOfBirth', '1899-12-31', false],
    ['dateOfBirth', '1990-02-30', false],
    ['dateOfBirth', '2990-02-03', false],
    ['occupation', '  ', true],
    ['occupation', 'a\nb', false],
    ['timeZone', 'Nowhere', false],
    ['daysPerWeek', 0, false],
    ['heightCm', 49, false],
  ] as const)('%s %j: %s', (field, value, fine) => {
    expect(clientRecord.safeParse({ ...EMPTY, [field]: value }).success).toBe(fine);
  });

  it('counts a part of the onboarding once it is answered', () => {
    expect(ONBOARDING_PARTS.filter((part) => onboardingProgress(EMPTY, false)[part])).toEqual([]);
    const full = { ...EMPTY, goal: 'Run', allergies: ['Nuts'], heightCm: 170, startWeightKg: 70 };
    const done = onboardingProgress({ ...full, availability: ['mon_morning'] }, true);
    expect(ONBOARDING_PARTS.filter((part) => !done[part])).toEqual([]);
  });
});
