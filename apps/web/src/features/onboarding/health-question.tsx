import { Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import {
  CLEARANCE_LABELS,
  CLEARANCES,
  DETAILS_MAX,
  HEALTH_QUESTIONS,
  HEALTH_RESPONSES,
  type HealthAnswer,
  type HealthTopic,
  isAlarming,
} from '@stridewell/contract/onboarding.health.rules';
import { Muted } from '../../components/muted.tsx';
import classes from './onboarding.module.css';

/** An answer that may not be chosen yet. */
export type DraftAnswer = Omit<HealthAnswer, 'said'> & { said: HealthAnswer['said'] | null };

const SAID_LABELS: Record<(typeof HEALTH_RESPONSES)[number], string> = {
  no: 'No',
  yes: 'Yes',
  unsaid: 'Rather not say',
};

type HealthQuestionProps = {
  topic: HealthTopic;
  value: DraftAnswer;
  problem: boolean;
  onChange: (value: DraftAnswer) => void;
};

export function HealthQuestion({ topic, value, problem, onChange }: HealthQuestionProps) {
  const { question, help, meaning } = HEALTH_QUESTIONS[topic];
  return (
    <div className={classes.question} data-yes={value.said === 'yes' || undefined}>
      <Radio.Group
        label={question}
        description={help}
        size="md"
        errorProps={{ mt: 6 }}
        name={topic}
        value={value.said ?? ''}
        onChange={(said) => onChange({ ...value, said: HEALTH_RESPONSES.find((one) => one === said) ?? null })}
        error={problem && value.said === null ? 'Please choose one' : undefined}
      >
        <Group gap={0} className={classes.choices}>
          {HEALTH_RESPONSES.map((said) => (
            <Radio
              key={said}
              size="md"
              value={said}
              label={SAID_LABELS[said]}
              aria-invalid={problem && value.said === null}
            />
          ))}
        </Group>
      </Radio.Group>
      {value.said === 'yes' && (
        <Stack gap="md" mt="md">
          <Text className={classes.meaning}>{meaning}</Text>
          <Textarea
            size="md"
            label="What should your coach know?"
            description="As much as you like, or nothing"
            autosize
            minRows={2}
            maxLength={DETAILS_MAX}
            value={value.details}
            onChange={(event) => onChange({ ...value, details: event.currentTarget.value })}
          />
          {isAlarming(value.details) && (
            <Text role="status" className={classes.meaning}>
              That sounds hard, and you do not have to carry it alone. Please talk to a doctor or a person you trust
              today. If you are in danger, call your local emergency number.
            </Text>
          )}
          <Radio.Group
            label="Has a doctor agreed to you training?"
            size="md"
            errorProps={{ mt: 6 }}
            name={`${topic}-cleared`}
            value={value.cleared ?? ''}
            onChange={(cleared) => onChange({ ...value, cleared: CLEARANCES.find((one) => one === cleared) ?? null })}
            error={problem && value.cleared === null ? 'Please choose one' : undefined}
          >
            <Group gap={0} className={classes.choices}>
              {CLEARANCES.map((cleared) => (
                <Radio
                  key={cleared}
                  size="md"
                  value={cleared}
                  label={CLEARANCE_LABELS[cleared]}
                  aria-invalid={problem && value.cleared === null}
                />
              ))}
            </Group>
          </Radio.Group>
          {value.cleared !== null && value.cleared !== 'yes' && (
            <Muted>
              That is fine. You can continue here; your coach will ask you to see a doctor first where it matters.
            </Muted>
          )}
        </Stack>
      )}
    </div>
  );
}
