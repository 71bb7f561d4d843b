import { exportOfTenant, keepOut } from '../../core/exports.ts';
import { defineFeature } from '../../core/feature.ts';
import { onboardingProcedures } from './onboarding.procedures.ts';
import { coachSetups, consents, healthScreens, onboardings } from './onboarding.table.ts';

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
  keepOut(onboardings, 'It says only at which step to continue.'),
  keepOut(coachSetups, 'It says only at which step to continue.'),
];

export const onboarding = defineFeature({
  name: 'onboarding',
  exports: onboardingExports,
  procedures: { onboarding: onboardingProcedures },
});
