import type { DemoForm, DemoStep } from '@stridewell/contract/site/site.rules';

export type DemoProblems = Partial<Record<keyof DemoForm, string>>;

/** The server's maximum lengths of the texts. */
export const LIMITS = {
  full_name: 120,
  email: 254,
  social_proof: 300,
  motivation_text: 2000,
  workflow_bottleneck: 2000,
  current_tools: 2000,
  success_vision: 2000,
} as const satisfies Partial<Record<keyof DemoForm, number>>;

type TextField = keyof typeof LIMITS;

export type DemoStepProps = {
  answers: DemoForm;
  onAnswer: (change: Partial<DemoForm>) => void;
  /** The attributes of a text field: its value, its problem and its limit. */
  field: (name: TextField) => {
    id: string;
    size: string;
    maxLength: number;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
};

export const DEMO_STEPS: readonly { step: DemoStep; title: string; lead: string }[] = [
  { step: 1, title: 'Coach Identity & Motivation', lead: 'Who you are and what brings you here.' },
  { step: 2, title: 'Client Load & Tools', lead: 'What a normal week asks of you.' },
  { step: 3, title: 'Goals & Alignment', lead: 'Where you want to go, so the demo shows what matters to you.' },
];

export const demoFieldId = (field: string): string => `demo-${field}`;
