/* Separate from the other rules, because every page loads the routes that use it. */

export const ONBOARDING_STEPS = [
  'start',
  'health',
  'goal',
  'diet',
  'measurements',
  'photo',
  'availability',
  'review',
] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** Onboarding step from an address; undefined for other values. */
export const parseStep = (text: unknown): OnboardingStep | undefined => ONBOARDING_STEPS.find((step) => step === text);
