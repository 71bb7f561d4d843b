import { Textarea, TextInput } from '@mantine/core';
import { clientCountOf } from '@stridewell/contract/site/site.rules';
import { useState } from 'react';
import { type DemoStepProps, demoFieldId } from './site.steps.ts';

/** Step 2: the number of clients and the tools. */
export function DemoStepClients({ answers, onAnswer, field }: DemoStepProps) {
  // The typed text may not be a number yet. The answer always is.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <TextInput
        id={demoFieldId('client_count')}
        label="How many clients do you coach in a month?"
        size="md"
        inputMode="numeric"
        maxLength={6}
        value={typed ?? String(answers.client_count)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onAnswer({ client_count: clientCountOf(value) });
        }}
        onBlur={() => setTyped(null)}
      />
      <Textarea
        label="What eats most of your time?"
        description="Check-ins, plans, payments, chasing answers: the part you would hand over first."
        required
        autosize
        minRows={3}
        maxRows={10}
        {...field('workflow_bottleneck')}
      />
      <Textarea
        label="Which tools do you use today?"
        description="Apps, spreadsheets, paper: whatever it is."
        required
        autosize
        minRows={2}
        maxRows={10}
        {...field('current_tools')}
      />
    </>
  );
}
