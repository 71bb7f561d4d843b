import { Button } from '@mantine/core';
import classes from './step-layout.module.css';

type StepActionsProps = {
  onBack?: (() => void) | undefined;
  onSkip?: (() => void) | undefined;
  /** Without it the button submits the form around it. */
  onNext?: (() => void) | undefined;
  label?: string;
  saving?: boolean;
};

/** The way back, past and on, always in reach. */
export function StepActions({ onBack, onSkip, onNext, label = 'Next', saving = false }: StepActionsProps) {
  return (
    <div className={classes.actions}>
      {onBack && (
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      )}
      <div className={classes.forward}>
        {onSkip && (
          <Button variant="subtle" color="gray" onClick={onSkip} disabled={saving}>
            Skip
          </Button>
        )}
        <Button type={onNext ? 'button' : 'submit'} onClick={onNext} loading={saving}>
          {label}
        </Button>
      </div>
    </div>
  );
}
