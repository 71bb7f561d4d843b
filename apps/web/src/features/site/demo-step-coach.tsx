import { Group, Radio, Textarea, TextInput } from '@mantine/core';
import { COACHING_EXPERIENCES } from '@stridewell/contract/site.rules';
import { type DemoStepProps, demoFieldId, LIMITS } from './site.steps.ts';

/** Step 1: the coach and the reason for the request. */
export function DemoStepCoach({ answers, problems, onAnswer }: DemoStepProps) {
  return (
    <>
      <TextInput
        id={demoFieldId('full_name')}
        label="Full name"
        required
        autoComplete="name"
        maxLength={LIMITS.name}
        value={answers.full_name}
        error={problems.full_name}
        onChange={({ currentTarget }) => onAnswer({ full_name: currentTarget.value })}
      />
      <TextInput
        id={demoFieldId('email')}
        label="Email"
        description="The invitation to the call goes here."
        required
        type="email"
        autoComplete="email"
        maxLength={LIMITS.email}
        value={answers.email}
        error={problems.email}
        onChange={({ currentTarget }) => onAnswer({ email: currentTarget.value })}
      />
      <TextInput
        id={demoFieldId('social_proof')}
        label="Instagram or website"
        description="Wherever we can see how you coach."
        required
        autoComplete="url"
        maxLength={LIMITS.line}
        value={answers.social_proof}
        error={problems.social_proof}
        onChange={({ currentTarget }) => onAnswer({ social_proof: currentTarget.value })}
      />
      <Radio.Group
        label="How long have you been coaching?"
        size="md"
        value={answers.coaching_experience}
        onChange={(value) => {
          const experience = COACHING_EXPERIENCES.find((choice) => choice === value);
          if (experience) onAnswer({ coaching_experience: experience });
        }}
      >
        <Group mt="xs" gap="lg">
          {COACHING_EXPERIENCES.map((choice) => (
            <Radio key={choice} value={choice} label={choice} size="md" />
          ))}
        </Group>
      </Radio.Group>
      <Textarea
        id={demoFieldId('motivation_text')}
        label="What makes you look for something new?"
        description="Optional"
        size="md"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LIMITS.text}
        value={answers.motivation_text}
        error={problems.motivation_text}
        onChange={({ currentTarget }) => onAnswer({ motivation_text: currentTarget.value })}
      />
    </>
  );
}
