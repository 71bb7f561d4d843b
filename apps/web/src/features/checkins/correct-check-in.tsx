import { Button } from '@mantine/core';
import type { CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import { withOptionalHidden } from '@stridewell/contract/checkins/checkins.hidden.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { toast } from '../../lib/toasts.ts';
import { CheckInForm } from './check-in-form.tsx';
import type { RelationshipIds } from './checkins.outbox.ts';
import { useCorrectCheckIn } from './checkins.queries.ts';

type CorrectCheckInProps = {
  checkIn: CheckIn;
  /** The version that the check-in answers. */
  form: Form;
  units: UnitSystem;
  relationship: RelationshipIds;
  isBlind: boolean;
  onClose: () => void;
};

/** The answers of a sent check-in, to change until the coach replies. */
export function CorrectCheckIn({ checkIn, form, units, relationship, isBlind, onClose }: CorrectCheckInProps) {
  const correct = useCorrectCheckIn();
  return (
    <CheckInForm
      form={isBlind ? { ...form, questions: withOptionalHidden(form.questions) } : form}
      isBlind={isBlind}
      units={units}
      submitLabel="Save changes"
      pending={correct.isPending}
      error={correct.error}
      failed="Your changes were not saved, and nothing you typed is lost."
      photos={relationship}
      draft={checkIn}
      after={
        <Button variant="subtle" color="gray" mih={44} onClick={onClose}>
          Discard changes
        </Button>
      }
      onSubmit={({ id, answers }) =>
        correct.mutate(
          { id, answers },
          {
            onSuccess() {
              toast.success('Changes saved', 'Your coach sees the new answers.');
              onClose();
            },
          },
        )
      }
    />
  );
}
