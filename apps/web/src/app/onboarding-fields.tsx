import type { UnitSystem } from '@stridewell/contract/units';
import type { FieldsOf } from '../features/onboarding/client-onboarding.tsx';
import { late } from '../ui/late.tsx';

const RecordStep = late(async () => (await import('../features/records/record-step.tsx')).RecordStep);

/**
 * The onboarding steps that edit the client's record. They load with the first one of them. `isBlind`: numbers are hidden
 * from the client who answers.
 */
export const onboardingFields = (units: UnitSystem, isBlind = false): FieldsOf => ({
  goal: (props) => <RecordStep {...props} section="goal" units={units} isBlind={isBlind} />,
  diet: (props) => <RecordStep {...props} section="food" units={units} />,
  measurements: (props) => <RecordStep {...props} section="body" units={units} isBlind={isBlind} />,
  availability: (props) => <RecordStep {...props} section="training" units={units} />,
});
