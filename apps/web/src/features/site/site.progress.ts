import {
  COACHING_EXPERIENCES,
  clientCountOf,
  type DemoForm,
  type DemoStep,
  demoStepProblems,
  EMPTY_DEMO_FORM,
} from '@stridewell/contract/site/site.rules';
import { useSyncExternalStore } from 'react';
import { tabStorage } from '../../device/storage.ts';
import { newId } from '../../lib/ids.ts';

/** A visitor's progress in the demo questionnaire. */
export type DemoProgress = {
  /** Id of the submission. Empty before the first answer. */
  id: string;
  step: DemoStep;
  answers: DemoForm;
  /** All questions are answered and the visitor chooses a time. */
  scheduling: boolean;
  /** Whether the answers wait to be saved or were saved. */
  saving: 'no' | 'wanted' | 'done';
};

const EMPTY_PROGRESS: DemoProgress = {
  id: '',
  step: 1,
  answers: EMPTY_DEMO_FORM,
  scheduling: false,
  saving: 'no',
};

const FINISHED: DemoProgress = { ...EMPTY_PROGRESS, scheduling: true };

const STEPS: readonly DemoStep[] = [1, 2, 3];

const KEY = 'demo-request';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const oneOf = <Value>(values: readonly Value[], value: unknown, fallback: Value): Value =>
  values.find((candidate) => candidate === value) ?? fallback;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function readAnswers(stored: Record<string, unknown>): DemoForm {
  return {
    full_name: textOf(stored.full_name),
    email: textOf(stored.email),
    social_proof: textOf(stored.social_proof),
    coaching_experience: oneOf(COACHING_EXPERIENCES, stored.coaching_experience, EMPTY_DEMO_FORM.coaching_experience),
    motivation_text: textOf(stored.motivation_text),
    client_count: clientCountOf(stored.client_count),
    workflow_bottleneck: textOf(stored.workflow_bottleneck),
    current_tools: textOf(stored.current_tools),
    success_vision: textOf(stored.success_vision),
    provide_feedback: oneOf(['yes', 'no'] as const, stored.provide_feedback, EMPTY_DEMO_FORM.provide_feedback),
    commitment_level: oneOf([1, 2, 3, 4, 5], stored.commitment_level, EMPTY_DEMO_FORM.commitment_level),
  };
}

/** The stored progress. People can edit the storage, so invalid answers count as empty. */
function parseProgress(value: unknown): DemoProgress {
  if (!isRecord(value) || !isRecord(value.answers)) return EMPTY_PROGRESS;
  const id = textOf(value.id);
  const answers = readAnswers(value.answers);
  const unfinished = STEPS.find((step) => Object.keys(demoStepProblems(step, answers)).length > 0);
  const step = oneOf(STEPS, value.step, 1);
  return {
    id: UUID.test(id) ? id : newId(),
    step: unfinished && unfinished < step ? unfinished : step,
    answers,
    scheduling: value.scheduling === true && !unfinished,
    saving: unfinished ? 'no' : oneOf(['no', 'wanted', 'done'] as const, value.saving, 'no'),
  };
}

let current: DemoProgress | undefined;
const listeners = new Set<() => void>();

function setProgress(next: DemoProgress): void {
  current = next;
  for (const listener of listeners) listener();
}

const read = (): DemoProgress => {
  current ??= parseProgress(tabStorage.read(KEY));
  return current;
};

function update(change: Partial<DemoProgress>): void {
  const before = read();
  const next = { ...before, ...change, id: change.id ?? (before.id || newId()) };
  // Without storage the answers last as long as the page.
  tabStorage.write(KEY, next);
  setProgress(next);
}

export const demoProgress = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  update,
  /** Answers changed after sending get a new id, because the server keeps the first submission of an id. */
  answer(change: Partial<DemoForm>): void {
    const { answers, saving } = read();
    update({ answers: { ...answers, ...change }, ...(saving === 'no' ? {} : { id: newId(), saving: 'no' as const }) });
  },
  /** Marks the answers of this id as saved, unless newer answers have replaced them. */
  saved(id: string): void {
    if (read().id === id) update({ saving: 'done' });
  },
  /** Forgets the answers once a time is chosen. This page stays with the scheduler; the next one starts empty. */
  finish(): void {
    tabStorage.remove(KEY);
    setProgress(FINISHED);
  },
  /** Called when the page is left without loading another one. */
  leave(): void {
    if (current === FINISHED) setProgress(EMPTY_PROGRESS);
  },
};

/** The progress of this tab. A server-rendered page starts empty and shows the stored answers after hydration. */
export const useDemoProgress = (): DemoProgress =>
  useSyncExternalStore(demoProgress.subscribe, read, () => EMPTY_PROGRESS);
