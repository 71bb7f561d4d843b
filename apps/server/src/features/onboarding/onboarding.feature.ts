import { defineFeature } from '../../core/feature.ts';
import { onboardingExports } from './onboarding.copy.ts';
import { onboardingProcedures } from './onboarding.procedures.ts';

export const onboarding = defineFeature({
  name: 'onboarding',
  exports: onboardingExports,
  procedures: { onboarding: onboardingProcedures },
});
