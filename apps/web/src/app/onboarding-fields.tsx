import type { UnitSystem } from '@stridewell/contract/units';
import type { FieldsOf } from '../features/onboarding/client-onboarding.tsx';
import { RecordStep } from '../features/records/record-step.tsx';

/** The onboarding steps that edit the client's record. */
export const onboardingFields = (units: UnitSystem): FieldsOf => ({
  goal: (props) => <RecordStep {...props} section="goal" units={units} />,
  diet: (props) => <RecordStep {...props} section="food" units={units} />,
  measurements: (props) => <RecordStep {...props} section="body" units={units} />,
  availability: (props) => <RecordStep {...props} section="training" units={units} />,
});
