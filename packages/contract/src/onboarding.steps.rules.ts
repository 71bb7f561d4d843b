/* Apart from the other rules, because the routes read it, which are loaded with every page. */

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

/** The step that an address names; undefined for anything else. */
export const parseStep = (text: unknown): OnboardingStep | undefined => ONBOARDING_STEPS.find((step) => step === text);
