import type { DemoForm, DemoStep } from '@stridewell/contract/site.rules';

export type DemoProblems = Partial<Record<keyof DemoForm, string>>;

export type DemoStepProps = {
  answers: DemoForm;
  problems: DemoProblems;
  onAnswer: (change: Partial<DemoForm>) => void;
};

export const DEMO_STEPS: readonly { step: DemoStep; title: string; lead: string }[] = [
  { step: 1, title: 'Coach Identity & Motivation', lead: 'Who you are and what brings you here.' },
  { step: 2, title: 'Client Load & Tools', lead: 'What a normal week asks of you.' },
  { step: 3, title: 'Goals & Alignment', lead: 'Where you want to go, so the demo shows what matters to you.' },
];

/** The server's maximum lengths. */
export const LIMITS = { name: 120, email: 254, line: 300, text: 2000 } as const;

export const demoFieldId = (field: string): string => `demo-${field}`;
