import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { onboardingProcedures } from './onboarding.procedures.ts';
import {
  coachSetups,
  consents,
  healthScreens,
  nutritionModes,
  onboardings,
  referralLetters,
} from './onboarding.table.ts';

/** Health answers and consents in copies of people's data. */
const onboardingExports = [
  exportOfTenant(healthScreens, {
    file: 'health-answers',
    about: 'Answers to the health questions.',
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
  exportOfTenant(consents, {
    file: 'consents',
    about: 'Consents to the use of health answers, and when they were withdrawn.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId'] },
  }),
  exportOfTenant(nutritionModes, {
    file: 'nutrition-mode',
    about: 'Whether nutrition follows the rules for GLP-1 drugs.',
    coach: 'The mode says which medication a client takes. It is for the client alone.',
    client: { but: ['clientId'] },
  }),
  exportOfTenant(referralLetters, {
    file: 'referral-letters',
    about: 'Letters with which the client can see a doctor.',
    hasNumbers: true,
    coach: 'The client decides who gets a letter.',
    client: { but: ['clientId'] },
  }),
  keepOut(onboardings, 'It says only at which step to continue.'),
  keepOut(coachSetups, 'It says only at which step to continue.'),
];

export const onboarding = defineFeature({
  name: 'onboarding',
  exports: onboardingExports,
  procedures: { onboarding: onboardingProcedures },
});
