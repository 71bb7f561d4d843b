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
