import { Button, Card } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding';
import { ONBOARDING_STEPS, type OnboardingStep, STEP_TITLES } from '@stridewell/contract/onboarding.rules';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import classes from './onboarding.module.css';

type OnboardingPartsProps = { state: OnboardingState; onChange: (step: OnboardingStep) => void };
type Part = Exclude<OnboardingStep, 'review'>;

const isDone = ({ parts, consent, health, record }: OnboardingState, step: Part): boolean => {
  if (step === 'start') return record.dateOfBirth !== null && consent !== null && consent.withdrawnAt === null;
  return step === 'health' ? health !== null : parts[step];
};

/** Every part, whether it is told, and the way to it. */
export function OnboardingParts({ state, onChange }: OnboardingPartsProps) {
  return (
    <Card component="section" aria-label="Your answers" mt="lg">
      <ul className={classes.parts}>
        {ONBOARDING_STEPS.filter((step): step is Part => step !== 'review').map((step) => {
          const done = isDone(state, step);
          return (
            <li key={step}>
              {done ? (
                <IconCircleCheckFilled size={20} aria-label="Done:" color="var(--mantine-primary-color-filled)" />
              ) : (
                <IconCircle size={20} stroke={1.75} aria-label="Open:" />
              )}
              <span className={classes.words}>{STEP_TITLES[step]}</span>
              <Button
                variant="subtle"
                size="sm"
                aria-label={`${done ? 'Change' : 'Add'}: ${STEP_TITLES[step]}`}
                onClick={() => onChange(step)}
              >
                {done ? 'Change' : 'Add'}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
