import { defineFeature } from '../../core/feature.ts';
import { onboardingExports } from './onboarding.export.data.ts';
import { onboardingProcedures } from './onboarding.procedures.ts';

export const onboarding = defineFeature({
  name: 'onboarding',
  exports: onboardingExports,
  procedures: { onboarding: onboardingProcedures },
});
