import { Button, Group, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { Template } from '@stridewell/contract/checkins/checkins';
import {
  type Answers,
  FORM_LIMITS,
  formProblems,
  getAnswer,
  metricOf,
  type Question,
  type QuestionType,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import columns from '../../ui/columns.module.css';
import { Muted } from '../../ui/muted.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { UnsavedChanges } from '../../ui/unsaved-changes.tsx';
import { useSaveTemplate } from './checkins.queries.ts';
import { newQuestion, TYPE_NAMES } from './checkins.starters.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionField } from './question-field.tsx';
import classes from './template-builder.module.css';

type TemplateBuilderProps = {
  coachId: string;
  templateId: string;
  /** The stored form; a new one has version 0. */
  template: Pick<Template, 'name' | 'version' | 'questions'>;
  units: UnitSystem;
};

const TYPES: readonly QuestionType[] = ['number', 'scale', 'choice', 'text', 'measurements', 'photo'];

/** The questions without surrounding spaces and without empty options. */
const trimmed = (questions: readonly Question[]): Question[] =>
  questions.map((question) => {
    const result = { ...question, label: question.label.trim(), help: question.help.trim() };
    if (result.type !== 'choice') return result;
    return { ...result, options: result.options.map((option) => option.trim()).filter((option) => option !== '') };
  });

const isComplete = (question: Question) =>
  question.label !== '' &&
  (question.type !== 'choice' || question.options.length >= 2) &&
  (question.type !== 'photo' || question.slots.length > 0) &&
  (question.type !== 'measurements' || question.sites.length > 0);

/** Edits a check-in form, with the client's view beside it. */
export function TemplateBuilder({ coachId, templateId, template, units }: TemplateBuilderProps) {
  const [stored, setStored] = useState(template);
  const [name, setName] = useState(template.name);
  const [questions, setQuestions] = useState(template.questions);
  const [showProblems, setShowProblems] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const save = useSaveTemplate(coachId);
  const isDirty =
    stored.version === 0 || name !== stored.name || JSON.stringify(questions) !== JSON.stringify(stored.questions);
  const ready = trimmed(questions);
  const problems = formProblems(ready);
  const isReady = name.trim() !== '' && ready.length > 0 && problems.length === 0 && ready.every(isComplete);

  const change = (changed: Question) =>
    setQuestions(questions.map((question) => (question.id === changed.id ? changed : question)));
  const move = (index: number, by: -1 | 1) => {
    const moved = [...questions];
    const [question] = moved.splice(index, 1);
    if (!question) return;
    moved.splice(index + by, 0, question);
    setQuestions(moved);
    setAnnouncement(`${question.label || 'The question'} is now number ${index + by + 1} of ${moved.length}`);
    // The moved row loses the focus. At either end only the other button is enabled.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-question="${question.id}"]`);
      const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
      const same = buttons.find(({ dataset, disabled }) => dataset.move === String(by) && !disabled);
      (same ?? buttons.find(({ disabled }) => !disabled))?.focus();
    });
  };
  const add = (type: QuestionType) => {
    const question = newQuestion(type);
    setQuestions([...questions, question]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-question="${question.id}"] input`)?.focus(),
    );
  };
  const submit = () => {
    setShowProblems(true);
    if (!isReady) return;
    save.mutate(
      { templateId, name: name.trim(), questions: ready, basedOn: stored.version },
      {
        onSuccess(saved) {
          setStored(saved);
          setName(saved.name);
          setQuestions(saved.questions);
          setShowProblems(false);
          toast.success('Form saved', 'Clients who have it open can still send the one they see.');
        },
      },
    );
  };
  return (
    <div className={columns.columns}>
      <Stack gap="lg">
        <TextInput
          label="Name of the form"
          description="Clients do not see it."
          value={name}
          maxLength={80}
          error={showProblems && !name.trim() && 'Please name the form'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ol ref={list} className={rows.divided}>
          {questions.map((question, index) => (
            <QuestionEditor
              key={question.id}
              question={question}
              number={index + 1}
              isLast={index === questions.length - 1}
              showProblems={showProblems}
              taken={questions.filter(({ id }) => id !== question.id).flatMap((other) => metricOf(other) ?? [])}
              onChange={change}
              onMove={(by) => move(index, by)}
              onRemove={() => setQuestions(questions.filter(({ id }) => id !== question.id))}
            />
          ))}
        </ol>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
        <Stack gap="xs">
          <Text fw={600} size="sm">
            Add a question
          </Text>
          <Group gap="xs">
            {TYPES.map((type) => (
              <Button
                key={type}
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} />}
                disabled={questions.length >= FORM_LIMITS.questions}
                onClick={() => add(type)}
              >
                {TYPE_NAMES[type]}
              </Button>
            ))}
          </Group>
        </Stack>
        {showProblems && !isReady && (
          <ProblemAlert
            text={
              questions.length === 0 ? 'Please add a question.' : (problems[0] ?? 'Something above is still missing.')
            }
          />
        )}
        <ProblemAlert
          text={
            save.error &&
            `The form was not saved, and nothing you changed is lost. ${messageOf(save.error, 'Check your connection and try again.')}`
          }
        />
        <Group className={classes.foot}>
          <Button size="md" onClick={submit} loading={save.isPending} disabled={!isDirty}>
            Save form
          </Button>
          <Muted>{isDirty ? 'Not saved yet' : `Saved, version ${stored.version}`}</Muted>
        </Group>
      </Stack>
      <Preview questions={questions} units={units} />
      <UnsavedChanges unsaved={isDirty} mayLeave={() => save.isPending} />
    </div>
  );
}

function Preview({ questions, units }: { questions: readonly Question[]; units: UnitSystem }) {
  const [answers, setAnswers] = useState<Answers>({});
  return (
    <div className={`${columns.sticky} ${classes.preview}`}>
      <SectionCard title="What the client sees">
        <Stack gap="lg">
          {questions.length === 0 && <Text c="dimmed">Questions appear here as you add them.</Text>}
          {questions.map((question) => (
            <QuestionField
              key={`${question.id}${question.type}`}
              question={{ ...question, label: question.label || 'Your question' }}
              value={getAnswer(answers, question.id)}
              onChange={(value) => {
                const { [question.id]: _, ...others } = answers;
                setAnswers(value === undefined ? others : { ...others, [question.id]: value });
              }}
              error={undefined}
              units={units}
              photos={null}
            />
          ))}
        </Stack>
      </SectionCard>
    </div>
  );
}
