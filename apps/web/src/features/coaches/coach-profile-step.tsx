import { useForm } from '@mantine/form';
import { type CoachCard, coachProfile } from '@stridewell/contract/coaches';
import { useRef } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { StepActions } from '../../components/step-actions.tsx';
import { useTyped } from '../../components/step-memory.ts';
import { messageOf } from '../../lib/errors.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import {
  type Fields,
  PART_FIELDS,
  ProfileFields,
  type ProfilePart,
  problemsOf,
  toFields,
  toProfile,
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
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const stored = toFields(coach);
  // The other parts are those of the profile as it is stored: another step may have changed them since.
  const own = (fields: Fields) => Object.fromEntries(PART_FIELDS[part].map((name) => [name, fields[name]]));
  const [typed, setTyped] = useTyped(own(stored), () => own(stored));
  const form = useForm<Fields>({
    initialValues: { ...stored, ...typed },
    onValuesChange: (fields) => setTyped(own(fields)),
    validate: problemsOf,
  });
  const save = useSaveCoachProfile(coach.coachId);
  const submit = form.onSubmit((fields) => {
    const checked = coachProfile.safeParse(toProfile(fields));
    if (checked.success) save.mutate(checked.data, { onSuccess: onSaved });
  }, focusProblem);
  return (
    <form ref={element} onSubmit={submit} noValidate>
      <ProblemAlert text={save.error && messageOf(save.error, 'Nothing was saved. Please try again.')} />
      <ProfileFields form={form} part={part} />
      <StepActions onBack={onBack} onSkip={onSkip} saving={save.isPending} />
    </form>
  );
}
