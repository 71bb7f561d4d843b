import { defineFeature } from '../../core/feature.ts';
import { onboardingProcedures } from './onboarding.procedures.ts';

export const onboarding = defineFeature({
  name: 'onboarding',
  procedures: { onboarding: onboardingProcedures },
});
