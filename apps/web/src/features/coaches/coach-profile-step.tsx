import type { CoachCard } from '@stridewell/contract/coaches/coaches';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { StepActions } from '../../ui/step-actions.tsx';
import { useStepState } from '../../ui/step-memory.ts';
import {
  PART_FIELDS,
  ProfileFields,
  type ProfilePart,
  type ProfileValues,
  toProfile,
  toValues,
} from './coach-profile-fields.tsx';
import { useSaveCoachProfile } from './coaches.queries.ts';

type CoachProfileStepProps = {
  coach: CoachCard;
  part: ProfilePart;
  onSaved: () => void;
  onSkip: () => void;
  onBack?: (() => void) | undefined;
};

/** One part of the profile as a step. */
export function CoachProfileStep({ coach, part, onSaved, onSkip, onBack }: CoachProfileStepProps) {
  const stored = toValues(coach);
  // Other steps may have changed the other parts meanwhile, so only this part is remembered.
  const partOf = (values: ProfileValues) => Object.fromEntries(PART_FIELDS[part].map((name) => [name, values[name]]));
  const [typed, setTyped] = useStepState(partOf(stored), () => partOf(stored));
  const save = useSaveCoachProfile(coach.coachId);
  const form = useSchemaForm(async () => (await import('@stridewell/contract/coaches/coaches')).coachProfile, {
    initialValues: { ...stored, ...typed },
    toInput: toProfile,
    submit: save.mutateAsync,
    onDone: onSaved,
    onValuesChange: (values) => setTyped(partOf(values)),
  });
  return (
    <form {...form.formProps}>
      <ProblemAlert text={form.problem} />
      <ProfileFields form={form} part={part} />
      <StepActions onBack={onBack} onSkip={onSkip} saving={form.busy} />
    </form>
  );
}
