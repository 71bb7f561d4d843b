import { Group, Radio, Textarea, TextInput } from '@mantine/core';
import { COACHING_EXPERIENCES } from '@stridewell/contract/site/site.rules';
import type { DemoStepProps } from './site.steps.ts';

/** Step 1: the coach and the reason for the request. */
export const DemoStepCoach = ({ answers, onAnswer, field }: DemoStepProps) => (
  <>
    <TextInput label="Full name" required autoComplete="name" {...field('full_name')} />
    <TextInput
      label="Email"
      description="The invitation to the call goes here."
      required
      type="email"
      autoComplete="email"
      {...field('email')}
    />
    <TextInput
      label="Instagram or website"
      description="Wherever we can see how you coach."
      required
      autoComplete="url"
      {...field('social_proof')}
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
      label="What makes you look for something new?"
      description="Optional"
      autosize
      minRows={3}
      maxRows={10}
      {...field('motivation_text')}
    />
  </>
);
