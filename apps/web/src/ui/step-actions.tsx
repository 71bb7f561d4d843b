import { Button, Group } from '@mantine/core';
import { createContext, use } from 'react';
import classes from './step-layout.module.css';

/** Whether a step was opened alone. It then has no next step, and saving leads back. */
export const SingleStep = createContext(false);

type StepActionsProps = {
  onBack?: (() => void) | undefined;
  onSkip?: (() => void) | undefined;
  /** Without it the button submits the form around it. */
  onNext?: (() => void) | undefined;
  label?: string | undefined;
  saving?: boolean;
};

/** Back, skip and next, always visible. */
export function StepActions({ onBack, onSkip, onNext, label, saving = false }: StepActionsProps) {
  const single = use(SingleStep);
  return (
    <Group gap="sm" wrap="nowrap" mt="lg" className={classes.actions}>
      {onBack && (
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      )}
      <Group gap="sm" wrap="nowrap" ms="auto">
        {onSkip && !single && (
          <Button variant="subtle" color="gray" onClick={onSkip} disabled={saving}>
            Skip
          </Button>
        )}
        <Button type={onNext ? 'button' : 'submit'} onClick={onNext} loading={saving}>
          {label ?? (single ? 'Save' : 'Next')}
        </Button>
      </Group>
    </Group>
  );
}
