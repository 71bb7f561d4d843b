import { Button, Card, Group, Text } from '@mantine/core';
import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { STEP_TITLES } from '@stridewell/contract/onboarding/onboarding.rules';
import { ONBOARDING_STEPS, type OnboardingStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { DoneIcon } from '../../ui/done-icon.tsx';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';

type OnboardingPartsProps = { state: OnboardingState; together: boolean; onChange: (step: OnboardingStep) => void };
type Part = Exclude<OnboardingStep, 'review'>;

/** The names of the parts for the coach. */
export const PART_LABELS: Record<OnboardingStep, string> = {
  start: 'Age and consent',
  health: 'Health answers',
  goal: 'Goal',
  diet: 'Food',
  measurements: 'Measurements',
  photo: 'Photo',
  availability: 'Training week',
  review: 'Review',
};
const CLIENT_LABELS = { ...STEP_TITLES, start: PART_LABELS.start };
const ASKS_CONSENT = new Set<OnboardingStep>(['start', 'health']);

const isDone = ({ parts, consent, health, record }: OnboardingState, step: Part): boolean => {
  if (step === 'start') return record.dateOfBirth !== null && consent !== null && consent.withdrawnAt === null;
  return step === 'health' ? health !== null : parts[step];
};

/** Every part with its status and a button to edit it. */
export function OnboardingParts({ state, together, onChange }: OnboardingPartsProps) {
  // Only the client can agree again after withdrawing the consent.
  const withdrawn = together && state.consent?.withdrawnAt;
  return (
    <Card component="section" aria-label={together ? `Answers of ${state.fullName}` : 'Your answers'}>
      <ul className={rows.divided}>
        {ONBOARDING_STEPS.filter((step): step is Part => step !== 'review').map((step) => {
          const done = isDone(state, step);
          const name = together ? PART_LABELS[step] : CLIENT_LABELS[step];
          return (
            <Group key={step} component="li" gap="sm" wrap="nowrap" mih={48} py={4}>
              <DoneIcon done={done} />
              <Text span flex={1}>
                {name}
              </Text>
              {withdrawn && ASKS_CONSENT.has(step) ? (
                <Muted>Only they can</Muted>
              ) : (
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={`${done ? 'Change' : 'Add'}: ${name}`}
                  onClick={() => onChange(step)}
                >
                  {done ? 'Change' : 'Add'}
                </Button>
              )}
            </Group>
          );
        })}
      </ul>
    </Card>
  );
}
